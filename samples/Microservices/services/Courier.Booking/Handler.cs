using Courier.Contracts;
using Courier.Hosting;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Booking;

internal sealed class Handler : IParcelHandler
{
    public Rule Concerns { get; } = Rule.Parse("Value > 0 && WeightKg < 30");

    public Outbox Outbox { get; } = new("booking");

    public Message Handle(Parcel parcel) => Outbox.Send(parcel, $"booked for {PickupDay(parcel)}");

    private static string PickupDay(Parcel parcel) => parcel.WeightKg > 4 ? "the day after tomorrow" : "tomorrow";
}
