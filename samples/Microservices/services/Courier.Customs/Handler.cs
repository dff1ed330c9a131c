using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Customs;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("Value > 150 && (Country == \"CH\" || Country == \"US\")");

    public Outbox Outbox { get; } = new("customs");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"needs form {Form(parcel)}");

    private static string Form(Parcel parcel) => parcel.Value > 425 ? "CN23" : "CN22";
}
