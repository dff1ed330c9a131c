using Foundry.Calendar;
using Foundry.Money;
using Foundry.Time;

namespace Foundry.Tariffs;

/// <summary>What a minute costs: one price within the day shift, another one outside it.</summary>
public sealed record Tariff(ShiftCalendar DayShift, Cash DayMinute, Cash LateMinute)
{
    public Cash Charge(TimeSlot slot) => (DayShift.IsOpen(slot.Start) ? DayMinute : LateMinute) * slot.Minutes;
}
