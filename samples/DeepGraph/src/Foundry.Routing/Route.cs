using Foundry.Machines;
using Foundry.Parts;

namespace Foundry.Routing;

public sealed record Operation(string Name, Machine Machine, int SetupMinutes, int MinutesEach)
{
    public int MinutesFor(int pieces) => SetupMinutes + (MinutesEach * pieces);
}

/// <summary>The operations that turn materials into a part, in their order.</summary>
public sealed record Route(Part Part, IReadOnlyList<Operation> Operations)
{
    public bool IsFeasible => Part.Needs.All(need => Operations[0].Machine.CanHandle(need.Material));
}
