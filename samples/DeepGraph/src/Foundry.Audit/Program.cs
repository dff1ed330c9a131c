using Foundry.Inspection;
using Foundry.Ledger;
using Foundry.Plant;

var week = ValvePlant.RunWeek();
var checks = new (string Name, bool Passed)[]
{
    ("the ledger has only positive rows", OnlyPositive(week.Ledger)),
    ("each order is inspected", EachInspected(week.Inspections)),
    ("the journal has an entry for each step", week.Journal.ToJsonLines().Count() >= week.Board.Lines().Count()),
};

foreach (var (name, passed) in checks)
{
    Console.WriteLine($"{(passed ? "ok  " : "FAIL")} {name}");
}

return checks.All(check => check.Passed) ? 0 : 1;

static bool OnlyPositive(LedgerBook ledger) => ledger.Rows().All(row => row.Amount > 0);

static bool EachInspected(IReadOnlyList<InspectionTask> inspections) => inspections.All(i => i.Samples > 0);
