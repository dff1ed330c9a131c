using Foundry.Maintenance;
using Foundry.Routing;

namespace Foundry.Quality;

/// <summary>The more worn the machines of a route are, the more of its pieces get inspected.</summary>
public sealed class QualityGate(WearMonitor wear)
{
    public int SampleSize(Route route, int pieces)
    {
        var worst = route.Operations.Max(operation => wear.Read(operation.Machine, default));
        return Math.Clamp(pieces * worst / 200, 1, pieces);
    }
}
