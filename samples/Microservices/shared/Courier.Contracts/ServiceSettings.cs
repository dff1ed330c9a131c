using Newtonsoft.Json;

namespace Courier.Contracts;

/// <summary>The content of a service's service.json.</summary>
public sealed record ServiceSettings(string Title, int Retries)
{
    public static ServiceSettings Load(string folder) =>
        JsonConvert.DeserializeObject<ServiceSettings>(File.ReadAllText(Path.Combine(folder, "service.json")))
        ?? throw new InvalidDataException("service.json is empty.");
}
