using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Pricing;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("WeightKg > 0");

    public Outbox Outbox { get; } = new("pricing");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"costs {Price(parcel)} cents");

    private static int Price(Parcel parcel) =>
        390 + (int)decimal.Ceiling(parcel.WeightKg * 45) + (parcel.Country == "DE" ? 0 : 700);
}
