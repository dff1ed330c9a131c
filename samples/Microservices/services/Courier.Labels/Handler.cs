using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Labels;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("WeightKg < 31.5");

    public Outbox Outbox { get; } = new("labels");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"label {parcel.Country}-{parcel.Id:000000}-{CheckDigit(parcel.Id)}");

    private static int CheckDigit(int id)
    {
        var sum = $"{id:000000}".Select((digit, i) => (digit - '0') * (i % 2 == 0 ? 3 : 1)).Sum();
        return (10 - (sum % 10)) % 10;
    }
}
