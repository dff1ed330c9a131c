namespace Foundry.Time;

public readonly record struct TimeSlot(FloorTime Start, int Minutes)
{
    public FloorTime End => Start + Minutes;

    public bool Contains(FloorTime time) => time.CompareTo(Start) >= 0 && time.CompareTo(End) < 0;

    public override string ToString() => $"{Start} +{Minutes}";
}
