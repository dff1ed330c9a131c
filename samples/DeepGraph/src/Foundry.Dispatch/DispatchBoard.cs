using Foundry.Inspection;
using Foundry.Scheduling;

namespace Foundry.Dispatch;

/// <summary>The sheets that hang at the machines, one line per step.</summary>
public sealed class DispatchBoard(IReadOnlyList<ScheduledStep> steps, IReadOnlyList<InspectionTask> inspections)
{
    public IEnumerable<string> Lines()
    {
        foreach (var step in steps.OrderBy(s => s.Slot.Start))
        {
            var last = step.Order.Route.Operations[^1] == step.Operation;
            var samples = last ? inspections.First(i => i.Order == step.Order).Samples : 0;
            var note = last ? $", then inspect {samples}" : string.Empty;
            yield return $"{step.Slot.Start}  {step.Operation.Machine.Name,-7} {step.Operation.Name,-6} {step.Order}{note}";
        }
    }
}
