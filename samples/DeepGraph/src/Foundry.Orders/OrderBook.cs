using Foundry.Ids;
using Foundry.Routing;
using Foundry.Stock;
using Foundry.Time;

namespace Foundry.Orders;

public sealed record Order(OrderId Id, Route Route, int Pieces, FloorTime Due)
{
    public override string ToString() => $"{Id} {Pieces} x {Route.Part.Name}";
}

public sealed class OrderBook(StockRoom stock)
{
    private readonly List<Order> orders = [];
    private readonly List<Shortage> shortages = [];

    public IReadOnlyList<Order> Orders => orders;

    public IReadOnlyList<Shortage> Shortages => shortages;

    public Order Accept(Route route, int pieces, FloorTime due)
    {
        if (!route.IsFeasible)
        {
            throw new InvalidOperationException($"The first machine cannot handle the materials of {route.Part.Name}.");
        }

        var order = new Order(new OrderId(orders.Count + 1), route, pieces, due);
        orders.Add(order);
        shortages.AddRange(stock.Take(route.Part, pieces, default));
        return order;
    }
}
