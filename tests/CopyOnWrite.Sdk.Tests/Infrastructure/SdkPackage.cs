using System;
using System.IO;
using System.Linq;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The package under test, as <c>./build.sh pack</c> wrote it.</summary>
internal static class SdkPackage
{
    internal const string Id = "CopyOnWrite.Sdk";
    internal const string TaskAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    internal static string RepositoryRoot { get; } = FindRoot();

    internal static string Feed => Path.Combine(RepositoryRoot, "artifacts", "packages");

    internal static string File
    {
        get
        {
            string[] found = Directory.Exists(Feed) ? Directory.GetFiles(Feed, Id + ".*.nupkg") : [];
            Assert.HasCount(1, found, $"One {Id} package is expected in artifacts/packages: run ./build.sh pack.");
            return found[0];
        }
    }

    internal static string Version => Path.GetFileNameWithoutExtension(File)[(Id.Length + 1)..];

    internal static string SdkElement => $"<Sdk Name=\"{Id}\" Version=\"{Version}\" />";

    private static string FindRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !Directory.EnumerateFiles(folder, "CopyOnWrite.Sdk.sln").Any())
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new InvalidOperationException("The tests do not run from inside the repository.");
    }
}
