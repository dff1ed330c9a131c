using System.Globalization;

namespace Foundry.Units;

public enum Unit
{
    Piece,
    Kilogram,
    Metre,
}

/// <summary>An amount that knows what it counts. Amounts of different units do not add.</summary>
public readonly record struct Quantity(decimal Amount, Unit Unit)
{
    public static Quantity operator +(Quantity a, Quantity b) => new(a.Amount + b.AmountIn(a.Unit), a.Unit);

    public static Quantity operator -(Quantity a, Quantity b) => new(a.Amount - b.AmountIn(a.Unit), a.Unit);

    public static Quantity operator *(Quantity a, int times) => new(a.Amount * times, a.Unit);

    public override string ToString() => Amount.ToString("0.##", CultureInfo.InvariantCulture) + Unit switch
    {
        Unit.Kilogram => " kg",
        Unit.Metre => " m",
        _ => " pc",
    };

    private decimal AmountIn(Unit unit) =>
        unit == Unit ? Amount : throw new InvalidOperationException($"{Unit} cannot be counted in {unit}.");
}
