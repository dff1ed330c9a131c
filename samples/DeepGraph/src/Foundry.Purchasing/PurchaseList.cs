using Foundry.Costing;
using Foundry.Materials;
using Foundry.Money;
using Foundry.Stock;
using Foundry.Units;

namespace Foundry.Purchasing;

public sealed record PurchaseLine(Material Material, Quantity Quantity, Cash Cost);

public sealed class PurchaseList(CostSheet costs)
{
    public CostSheet Costs => costs;

    public IReadOnlyList<PurchaseLine> For(IEnumerable<Shortage> shortages) =>
    [
        .. shortages
            .GroupBy(s => s.Material)
            .Select(g => (Material: g.Key, Missing: g.Select(s => s.Missing).Aggregate((a, b) => a + b)))
            .Select(x => new PurchaseLine(x.Material, x.Missing, costs.PriceOf(x.Material, x.Missing)))
            .OrderBy(line => line.Material.Name, StringComparer.Ordinal),
    ];
}
