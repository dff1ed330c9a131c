using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Returns;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("Country == \"DE\" || Country == \"FR\"");

    public Outbox Outbox { get; } = new("returns");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"may come back within {Days(parcel)} days");

    private static int Days(Parcel parcel) => parcel.Value > 50 ? 30 : 14;
}
