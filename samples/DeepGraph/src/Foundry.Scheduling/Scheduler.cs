using Foundry.Capacity;
using Foundry.Machines;
using Foundry.Orders;
using Foundry.Routing;
using Foundry.Time;

namespace Foundry.Scheduling;

public sealed record ScheduledStep(Order Order, Operation Operation, TimeSlot Slot);

/// <summary>Plans order by order, each operation as early as its machine allows.</summary>
public sealed class Scheduler(CapacityPlan capacity)
{
    public IReadOnlyList<ScheduledStep> Plan(OrderBook book)
    {
        var free = new Dictionary<Machine, FloorTime>();
        var steps = new List<ScheduledStep>();
        foreach (var order in book.Orders.OrderBy(o => o.Due))
        {
            var ready = default(FloorTime);
            foreach (var operation in order.Route.Operations)
            {
                var machine = operation.Machine;
                if (!free.TryGetValue(machine, out var from))
                {
                    from = FloorTime.At(0, machine.Calendar.OpenHour) + capacity.ServiceBefore(operation);
                }

                var slot = machine.Calendar
                    .Fit(FloorTime.Later(ready, from), operation.MinutesFor(order.Pieces))
                    .OrThrow();
                steps.Add(new ScheduledStep(order, operation, slot));
                free[machine] = ready = slot.End;
            }
        }

        return steps;
    }

    public int LoadPercent(IEnumerable<ScheduledStep> steps, Operation operation)
    {
        var busy = steps.Where(s => s.Operation.Machine == operation.Machine).Sum(s => s.Slot.Minutes);
        return 100 * busy / capacity.WeekMinutes(operation);
    }
}
