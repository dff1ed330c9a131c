using Foundry.Ledger;
using Foundry.Money;
using Foundry.Quotes;
using Foundry.Scheduling;

namespace Foundry.Reporting;

public sealed class WeekReport(IReadOnlyList<Quote> quotes, LedgerBook ledger, IReadOnlyList<ScheduledStep> steps)
{
    public Cash Revenue => quotes.Aggregate(Cash.Zero, (sum, quote) => sum + quote.Price);

    public Cash Profit => quotes.Aggregate(Cash.Zero, (sum, quote) => sum + quote.Margin) - ledger.Total;

    public int PlannedMinutes => steps.Sum(step => step.Slot.Minutes);

    public IEnumerable<string> Lines() =>
    [
        .. quotes.Select(q => $"{q.Order}: price {q.Price}, cost {q.Cost}"),
        .. ledger.Rows().Select(row => $"{row.Account}: {new Cash(row.Amount)}"),
        $"revenue {Revenue}, profit {Profit}, {PlannedMinutes} machine minutes",
    ];
}
