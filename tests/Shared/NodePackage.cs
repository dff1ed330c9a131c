namespace CopyOnWrite.Testing;

/// <summary>Tools that are npm packages only, installed into <c>artifacts/node</c> when needed, without running their scripts.</summary>
internal static class NodePackage
{
    /// <summary>The package's folder. Without it the test is skipped, with the reason; where <c>CI=true</c> it fails.</summary>
    internal static string Require(string name, string version)
    {
        string npm = Tools.Require("npm");
        string place = Path.Combine(RepositoryRoot.Folder, "artifacts", "node", $"{name.Replace('/', '-')}-{version}");
        string folder = Path.Combine(place, "node_modules", name);

        // Two test projects may want it at one time.
        using var mutex = new Mutex(false, "cow-node-packages");
        _ = mutex.WaitOne();
        try
        {
            if (!File.Exists(Path.Combine(folder, "package.json")))
            {
                _ = Directory.CreateDirectory(place);
                (int exitCode, string output) = Command.Run(
                    npm, ["install", "--prefix", place, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", $"{name}@{version}"],
                    folder: place);
                Tools.SkipUnless(exitCode == 0, $"npm install {name}@{version}: {output}");
            }
        }
        finally
        {
            mutex.ReleaseMutex();
        }

        return folder;
    }
}
