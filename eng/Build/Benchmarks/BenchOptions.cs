using System.Text.Json.Serialization;

namespace CopyOnWrite.Build.Benchmarks;

/// <param name="Services">Of the Microservices sample.</param>
/// <param name="Rounds">That count; one more comes before them.</param>
/// <param name="Seed">Of the order of builds in each round.</param>
internal sealed record BenchOptions(int Services, int Rounds, int Seed)
{
    /// <summary>Of the benchmarks that run calls of the task.</summary>
    [JsonIgnore]
    public CallOptions Calls { get; init; } = new();
}
