namespace Courier.Contracts;

public sealed record Parcel(int Id, string Country, decimal WeightKg, decimal Value)
{
    public static IReadOnlyList<Parcel> Samples { get; } =
    [
        new(1, "DE", 1.2m, 35),
        new(2, "CH", 4.5m, 420),
        new(3, "FR", 31.0m, 90),
        new(4, "US", 0.3m, 1200),
    ];
}
