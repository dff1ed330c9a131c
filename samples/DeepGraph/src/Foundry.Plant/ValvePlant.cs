using Foundry.Calendar;
using Foundry.Capacity;
using Foundry.Costing;
using Foundry.Dispatch;
using Foundry.Events;
using Foundry.Ids;
using Foundry.Inspection;
using Foundry.Journal;
using Foundry.Ledger;
using Foundry.Machines;
using Foundry.Maintenance;
using Foundry.Materials;
using Foundry.Money;
using Foundry.Orders;
using Foundry.Parts;
using Foundry.Purchasing;
using Foundry.Quality;
using Foundry.Quotes;
using Foundry.Reporting;
using Foundry.Routing;
using Foundry.Scheduling;
using Foundry.Simulation;
using Foundry.Stock;
using Foundry.Tariffs;
using Foundry.Time;
using Foundry.Units;

namespace Foundry.Plant;

public sealed record PlantWeek(
    DispatchBoard Board,
    WeekReport Report,
    WeekOutcome Outcome,
    LedgerBook Ledger,
    IReadOnlyList<InspectionTask> Inspections,
    JournalBook Journal);

/// <summary>A small plant with three machines that makes two parts.</summary>
public static class ValvePlant
{
    public static PlantWeek RunWeek()
    {
        var day = new ShiftCalendar(6, 14);
        var twoShifts = new ShiftCalendar(6, 22);
        var brass = new Material(new MaterialId("brass"), "Brass bar", Unit.Kilogram);
        var seal = new Material(new MaterialId("seal"), "Rubber seal", Unit.Piece);

        var saw = new Machine(new MachineId("m1"), "Saw", day, [brass, seal]);
        var lathe = new Machine(new MachineId("m2"), "Lathe", twoShifts, [brass]);
        var bench = new Machine(new MachineId("m3"), "Bench", day, [brass, seal]);

        var valve = new Part(new PartId("valve"), "Ball valve", new Cash(24.50m), [brass.Need(0.45m), seal.Need(2)]);
        var nipple = new Part(new PartId("nipple"), "Hose nipple", new Cash(6.20m), [brass.Need(0.12m)]);
        var valveRoute = new Route(valve, [new("cut", saw, 10, 2), new("turn", lathe, 30, 6), new("fit", bench, 5, 3)]);
        var nippleRoute = new Route(nipple, [new("cut", saw, 10, 1), new("turn", lathe, 20, 2)]);

        var journal = new JournalBook(new EventLog(), day);
        var stock = new StockRoom(journal);
        stock.Put(brass, 40);
        stock.Put(seal, 100);

        var orders = new OrderBook(stock);
        orders.Accept(valveRoute, 80, FloorTime.At(2, 14));
        orders.Accept(nippleRoute, 150, FloorTime.At(1, 14));
        orders.Accept(valveRoute, 60, FloorTime.At(3, 14));

        var wear = new WearMonitor(journal, MoodySensor(lathe));
        var gate = new QualityGate(wear);
        var steps = new Scheduler(new CapacityPlan(wear)).Plan(orders);
        var inspections = new InspectionRound(gate).For(orders);

        var purchasing = new PurchaseList(new CostSheet(
            new Tariff(day, new Cash(0.55m), new Cash(0.80m)),
            new Dictionary<Material, UnitPrice>
            {
                [brass] = new(new Cash(7.80m), Unit.Kilogram),
                [seal] = new(new Cash(0.35m), Unit.Piece),
            }));
        var ledger = new LedgerBook();
        foreach (var line in purchasing.For(orders.Shortages))
        {
            ledger.Book(line);
        }

        foreach (var order in orders.Orders)
        {
            ledger.Reserve(gate, order.Route, order.Pieces);
        }

        var report = new WeekReport([.. orders.Orders.Select(o => Quote.For(o, purchasing))], ledger, steps);
        var outcome = new WeekRun(journal.Log).Play(steps, inspections);
        return new PlantWeek(new DispatchBoard(steps, inspections), report, outcome, ledger, inspections, journal);
    }

    /// <summary>Answers only every second time; the lathe is the machine that is worn.</summary>
    private static Func<Machine, int> MoodySensor(Machine worn)
    {
        var calls = 0;
        return machine => ++calls % 2 == 1
            ? throw new TimeoutException("The sensor did not answer.")
            : machine == worn ? 85 : 30;
    }
}
