namespace CopyOnWrite.Testing;

/// <summary>samples/Microservices with more services or fewer, as its README says.</summary>
public static class MicroservicesSample
{
    private const string Solution = "Microservices.sln";

    /// <param name="repository">The sample, not built yet.</param>
    public static async Task ScaleAsync(string repository, int services, CancellationToken cancel)
    {
        string folder = Path.Combine(repository, "services");
        string[] names = [.. Directory.EnumerateDirectories(folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
        string[] surplus = [.. names.Skip(services)];
        if (surplus.Length > 0)
        {
            await SolutionAsync(repository, "remove", surplus, cancel).ConfigureAwait(false);
            foreach (string name in surplus)
            {
                Directory.Delete(Path.Combine(folder, name), recursive: true);
            }
        }

        string[] added = [.. Enumerable.Range(names.Length, Math.Max(0, services - names.Length))
            .Select(i => Add(folder, names[i % names.Length], (i / names.Length) + 1))];
        if (added.Length > 0)
        {
            await SolutionAsync(repository, "add", added, cancel).ConfigureAwait(false);
        }
    }

    private static string Add(string folder, string from, int number)
    {
        string to = $"{from}{number}";
        Directory.CreateDirectory(Path.Combine(folder, to));
        foreach (FileInfo file in new DirectoryInfo(Path.Combine(folder, from)).EnumerateFiles())
        {
            string target = Path.Combine(folder, to, file.Name == $"{from}.csproj" ? $"{to}.csproj" : file.Name);
            file.CopyTo(target);
            if (file.Extension == ".cs")
            {
                File.WriteAllText(target, File.ReadAllText(target).Replace(from, to, StringComparison.Ordinal));
            }
        }

        return to;
    }

    private static async Task SolutionAsync(string repository, string verb, IEnumerable<string> services, CancellationToken cancel)
    {
        DotNetResult result = await DotNet.RunAsync(
            repository,
            ["sln", Solution, verb, .. services.Select(name => $"services/{name}/{name}.csproj")],
            cancellation: cancel).ConfigureAwait(false);
        result.ThrowIfFailed();
    }
}
