using System.Reflection;
using Foundry.Forecast;
using Foundry.Plant;

var week = ValvePlant.RunWeek();
Console.WriteLine("Dispatch board");
foreach (var line in week.Board.Lines())
{
    Console.WriteLine($"  {line}");
}

Console.WriteLine("Report");
foreach (var line in week.Report.Lines())
{
    Console.WriteLine($"  {line}");
}

var next = NextWeek.After(week.Report, week.Outcome);
Console.WriteLine($"Finished {week.Outcome.Finished}, {week.Outcome.LateOrders} late, {week.Outcome.GoodPieces} good pieces");
Console.WriteLine($"Next week: revenue {next.Revenue}, {next.Minutes} machine minutes");

// The run above needed every library of the repository; here is the proof.
var libraries = AppDomain.CurrentDomain.GetAssemblies()
    .Select(assembly => assembly.GetName().Name!)
    .Where(name => name.StartsWith("Foundry.", StringComparison.Ordinal))
    .Where(name => name != Assembly.GetExecutingAssembly().GetName().Name)
    .Order(StringComparer.Ordinal)
    .ToList();
Console.WriteLine($"Libraries linked: {libraries.Count}");
Console.WriteLine($"  {string.Join(' ', libraries.Select(name => name["Foundry.".Length..]))}");
