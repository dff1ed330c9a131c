using System;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Windows.Tests.Infrastructure;

/// <summary>Where things are in this repository.</summary>
internal static class Repository
{
    internal static string Root { get; } = FindRoot();

    internal static string Packages => Path.Combine(Root, "artifacts", "packages");

    /// <summary>What is made for Windows; kept from one run to the next.</summary>
    internal static string ForWindows => Path.Combine(Root, "artifacts", "windows");

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
