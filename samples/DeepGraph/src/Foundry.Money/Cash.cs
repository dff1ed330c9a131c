using System.Globalization;

namespace Foundry.Money;

public readonly record struct Cash(decimal Amount)
{
    public static Cash Zero => default;

    public static Cash operator +(Cash a, Cash b) => new(a.Amount + b.Amount);

    public static Cash operator -(Cash a, Cash b) => new(a.Amount - b.Amount);

    public static Cash operator *(Cash a, decimal factor) => new(decimal.Round(a.Amount * factor, 2));

    public override string ToString() => Amount.ToString("0.00", CultureInfo.InvariantCulture);
}
