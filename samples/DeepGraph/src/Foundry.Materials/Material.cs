using Foundry.Ids;
using Foundry.Units;

namespace Foundry.Materials;

public sealed record Material(MaterialId Id, string Name, Unit Unit)
{
    public MaterialNeed Need(decimal amount) => new(this, new Quantity(amount, Unit));
}

/// <summary>What one piece of a part takes of one material.</summary>
public sealed record MaterialNeed(Material Material, Quantity Each)
{
    public Quantity For(int pieces) => Each * pieces;
}
