using Foundry.Ids;
using Foundry.Results;
using Foundry.Time;

namespace Foundry.Events;

public sealed record FloorEvent(FloorTime At, MachineId Machine, string Text);

public sealed class EventLog
{
    private readonly List<FloorEvent> events = [];

    public IReadOnlyList<FloorEvent> All => events;

    public void Add(FloorTime at, MachineId machine, string text) => events.Add(new FloorEvent(at, machine, text));

    public Result<FloorEvent> LastOf(MachineId machine) => events.FindLast(e => e.Machine == machine) is { } last
        ? Result<FloorEvent>.Ok(last)
        : Result<FloorEvent>.Fail($"Nothing happened on {machine} yet.");
}
