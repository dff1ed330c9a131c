using System;
using System.IO;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Pipelines.Tests;

internal static class Root
{
    internal static string Here { get; } = AppContext.BaseDirectory;

    /// <summary>The repository's.</summary>
    internal static string Folder
    {
        get
        {
            string? folder = Here;
            while (folder is not null && !File.Exists(Path.Combine(folder, "CopyOnWrite.Sdk.sln")))
            {
                folder = Path.GetDirectoryName(folder);
            }

            Assert.IsNotNull(folder, $"The repository is in no folder above {Here}.");
            return folder;
        }
    }
}
