using Foundry.Machines;
using Foundry.Maintenance;
using Foundry.Routing;

namespace Foundry.Capacity;

/// <summary>How much of a machine's week is left for work once its service is booked.</summary>
public sealed class CapacityPlan(WearMonitor wear)
{
    private const int ServiceMinutes = 120;
    private readonly Dictionary<Machine, int> starts = [];

    /// <summary>The minutes that a worn machine loses before its first operation of the week.</summary>
    public int ServiceBefore(Operation operation)
    {
        if (!starts.TryGetValue(operation.Machine, out var minutes))
        {
            minutes = wear.NeedsService(operation.Machine, default) ? ServiceMinutes : 0;
            starts[operation.Machine] = minutes;
        }

        return minutes;
    }

    public int WeekMinutes(Operation operation) =>
        (operation.Machine.Calendar.MinutesPerDay * 5) - ServiceBefore(operation);
}
