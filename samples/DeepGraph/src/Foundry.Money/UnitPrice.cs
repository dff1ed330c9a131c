using Foundry.Results;
using Foundry.Units;

namespace Foundry.Money;

public sealed record UnitPrice(Cash Price, Unit Unit)
{
    public Result<Cash> Of(Quantity quantity) => quantity.Unit == Unit
        ? Result<Cash>.Ok(Price * quantity.Amount)
        : Result<Cash>.Fail($"The price is per {Unit}, the quantity is {quantity}.");
}
