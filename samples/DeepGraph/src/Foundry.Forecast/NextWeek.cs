using Foundry.Money;
using Foundry.Reporting;
using Foundry.Simulation;

namespace Foundry.Forecast;

/// <summary>Guesses the next week from this one: late orders cost sales.</summary>
public sealed record NextWeek(Cash Revenue, int Minutes)
{
    public static NextWeek After(WeekReport report, WeekOutcome outcome)
    {
        var growth = 1.05m - (0.02m * outcome.LateOrders);
        return new NextWeek(report.Revenue * growth, (int)(report.PlannedMinutes * growth));
    }
}
