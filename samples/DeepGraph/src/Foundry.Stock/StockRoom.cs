using Foundry.Ids;
using Foundry.Journal;
using Foundry.Materials;
using Foundry.Parts;
using Foundry.Time;
using Foundry.Units;

namespace Foundry.Stock;

public sealed record Shortage(Material Material, Quantity Missing);

public sealed class StockRoom(JournalBook journal)
{
    private static readonly MachineId Door = new("stock-room");
    private readonly Dictionary<Material, Quantity> shelves = [];

    public void Put(Material material, decimal amount) =>
        shelves[material] = Available(material) + new Quantity(amount, material.Unit);

    public Quantity Available(Material material) =>
        shelves.TryGetValue(material, out var quantity) ? quantity : new Quantity(0, material.Unit);

    /// <summary>Takes what is there and tells what is missing.</summary>
    public IReadOnlyList<Shortage> Take(Part part, int pieces, FloorTime at)
    {
        var shortages = new List<Shortage>();
        foreach (var need in part.Needs)
        {
            var left = Available(need.Material) - need.For(pieces);
            if (left.Amount < 0)
            {
                shortages.Add(new Shortage(need.Material, new Quantity(-left.Amount, left.Unit)));
                left = new Quantity(0, left.Unit);
            }

            shelves[need.Material] = left;
        }

        journal.Log.Add(at, Door, $"material for {pieces} x {part.Name}");
        return shortages;
    }
}
