using Newtonsoft.Json;

namespace Depot.Store;

public sealed record Shelf(string Name, IReadOnlyList<string> Parcels)
{
    public string ToJson() => JsonConvert.SerializeObject(this, Formatting.Indented);
}
