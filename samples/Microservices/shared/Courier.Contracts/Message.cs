using Newtonsoft.Json;

namespace Courier.Contracts;

/// <summary>What a service says about a parcel.</summary>
public sealed record Message(string Topic, int ParcelId, string Text)
{
    public string ToJson() => JsonConvert.SerializeObject(this);
}
