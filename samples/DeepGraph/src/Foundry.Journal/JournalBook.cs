using Foundry.Calendar;
using Foundry.Events;
using Newtonsoft.Json;

namespace Foundry.Journal;

/// <summary>Keeps an event log as JSON lines and marks what happened out of hours.</summary>
public sealed class JournalBook(EventLog log, ShiftCalendar officeHours)
{
    public EventLog Log => log;

    public int OutOfHours => log.All.Count(e => !officeHours.IsOpen(e.At));

    public IEnumerable<string> ToJsonLines() => log.All.Select(e => JsonConvert.SerializeObject(new
    {
        at = e.At.ToString(),
        machine = e.Machine.Value,
        text = e.Text,
        late = !officeHours.IsOpen(e.At),
    }));
}
