using Foundry.Events;
using Foundry.Inspection;
using Foundry.Scheduling;
using Foundry.Time;

namespace Foundry.Simulation;

public sealed record WeekOutcome(FloorTime Finished, int LateOrders, int GoodPieces);

/// <summary>Plays a schedule; one inspected piece in ten is scrapped.</summary>
public sealed class WeekRun(EventLog log)
{
    public WeekOutcome Play(IReadOnlyList<ScheduledStep> steps, IReadOnlyList<InspectionTask> inspections)
    {
        foreach (var step in steps)
        {
            step.Operation.Machine.Run(step.Slot, $"{step.Operation.Name} {step.Order}", log);
        }

        var ends = steps.GroupBy(s => s.Order).ToDictionary(g => g.Key, g => g.Max(s => s.Slot.End));
        return new WeekOutcome(
            ends.Values.Max(),
            ends.Count(e => e.Value.CompareTo(e.Key.Due) > 0),
            inspections.Sum(i => i.Order.Pieces - ((i.Samples + 9) / 10)));
    }
}
