using Foundry.Calendar;
using Foundry.Events;
using Foundry.Ids;
using Foundry.Materials;
using Foundry.Time;

namespace Foundry.Machines;

public sealed record Machine(MachineId Id, string Name, ShiftCalendar Calendar, IReadOnlyList<Material> Handles)
{
    public bool CanHandle(Material material) => Handles.Contains(material);

    /// <summary>Runs for a while and leaves two entries in the log.</summary>
    public void Run(TimeSlot slot, string work, EventLog log)
    {
        log.Add(slot.Start, Id, $"{work} starts");
        log.Add(slot.End, Id, $"{work} done");
    }
}
