using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Routing;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("Country != \"\"");

    public Outbox Outbox { get; } = new("routing");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"goes by {Carrier(parcel)}");

    private static string Carrier(Parcel parcel) => parcel.Country is "DE" or "FR" or "CH" ? "road" : "air";
}
