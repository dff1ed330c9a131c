using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Tracking;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("Value > 50");

    public Outbox Outbox { get; } = new("tracking");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"is scanned {Scans(parcel)} times on its way");

    private static int Scans(Parcel parcel) => parcel.Country == "DE" ? 3 : 5;
}
