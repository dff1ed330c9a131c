using Foundry.Orders;
using Foundry.Quality;

namespace Foundry.Inspection;

public sealed record InspectionTask(Order Order, int Samples);

public sealed class InspectionRound(QualityGate gate)
{
    public IReadOnlyList<InspectionTask> For(OrderBook book) =>
        [.. book.Orders.Select(order => new InspectionTask(order, gate.SampleSize(order.Route, order.Pieces)))];
}
