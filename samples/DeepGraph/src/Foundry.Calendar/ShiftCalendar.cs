using Foundry.Results;
using Foundry.Time;

namespace Foundry.Calendar;

/// <summary>The hours of each working day, Monday to Friday, in which a machine may run.</summary>
public sealed record ShiftCalendar(int OpenHour, int CloseHour)
{
    public int MinutesPerDay => (CloseHour - OpenHour) * 60;

    public bool IsOpen(FloorTime time) =>
        time.Day % 7 < 5 && time.MinuteOfDay >= OpenHour * 60 && time.MinuteOfDay < CloseHour * 60;

    /// <summary>Finds the first slot that lies within one shift.</summary>
    public Result<TimeSlot> Fit(FloorTime earliest, int minutes)
    {
        if (minutes > MinutesPerDay)
        {
            return Result<TimeSlot>.Fail($"{minutes} minutes do not fit in a shift of {MinutesPerDay}.");
        }

        for (var day = earliest.Day; ; day++)
        {
            var start = FloorTime.Later(earliest, FloorTime.At(day, OpenHour));
            if (IsOpen(start) && start.MinuteOfDay + minutes <= CloseHour * 60)
            {
                return Result<TimeSlot>.Ok(new TimeSlot(start, minutes));
            }
        }
    }
}
