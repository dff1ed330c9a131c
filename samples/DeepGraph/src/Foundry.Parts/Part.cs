using Foundry.Ids;
using Foundry.Materials;
using Foundry.Money;

namespace Foundry.Parts;

public sealed record Part(PartId Id, string Name, Cash ListPrice, IReadOnlyList<MaterialNeed> Needs);
