using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Billing;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("Value > 30");

    public Outbox Outbox { get; } = new("billing");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"invoice {parcel.Id:00000}, insured up to {Insured(parcel)}");

    private static decimal Insured(Parcel parcel) => Math.Max(500, decimal.Ceiling(parcel.Value / 500) * 500);
}
