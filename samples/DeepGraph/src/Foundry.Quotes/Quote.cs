using Foundry.Money;
using Foundry.Orders;
using Foundry.Purchasing;

namespace Foundry.Quotes;

public sealed record Quote(Order Order, Cash Cost, Cash Price)
{
    public Cash Margin => Price - Cost;

    public static Quote For(Order order, PurchaseList purchasing)
    {
        var cost = purchasing.Costs.MaterialCost(order.Route.Part, order.Pieces);
        foreach (var operation in order.Route.Operations)
        {
            cost += purchasing.Costs.MachineCost(operation.Machine, operation.MinutesFor(order.Pieces));
        }

        return new Quote(order, cost, order.Route.Part.ListPrice * order.Pieces);
    }
}
