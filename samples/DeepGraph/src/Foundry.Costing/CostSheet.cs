using Foundry.Machines;
using Foundry.Materials;
using Foundry.Money;
using Foundry.Parts;
using Foundry.Tariffs;
using Foundry.Time;
using Foundry.Units;

namespace Foundry.Costing;

public sealed class CostSheet(Tariff tariff, IReadOnlyDictionary<Material, UnitPrice> prices)
{
    public Cash PriceOf(Material material, Quantity quantity) => prices[material].Of(quantity).OrThrow();

    public Cash MaterialCost(Part part, int pieces) =>
        part.Needs.Aggregate(Cash.Zero, (sum, need) => sum + PriceOf(need.Material, need.For(pieces)));

    /// <summary>A machine's time, charged from the start of its own shift.</summary>
    public Cash MachineCost(Machine machine, int minutes) =>
        tariff.Charge(new TimeSlot(FloorTime.At(0, machine.Calendar.OpenHour), minutes));
}
