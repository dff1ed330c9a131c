namespace Foundry.Time;

/// <summary>A minute of the plant's week; minute 0 is Monday at midnight.</summary>
public readonly record struct FloorTime(int Minute) : IComparable<FloorTime>
{
    private static readonly string[] Days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

    public int Day => Minute / 1440;

    public int MinuteOfDay => Minute % 1440;

    public static FloorTime At(int day, int hour) => new((day * 1440) + (hour * 60));

    public static FloorTime operator +(FloorTime time, int minutes) => new(time.Minute + minutes);

    public static FloorTime Later(FloorTime a, FloorTime b) => a.Minute >= b.Minute ? a : b;

    public int CompareTo(FloorTime other) => Minute.CompareTo(other.Minute);

    public override string ToString() => $"{Days[Day % 7]} {MinuteOfDay / 60:00}:{MinuteOfDay % 60:00}";
}
