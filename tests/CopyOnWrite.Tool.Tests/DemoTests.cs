using CopyOnWrite.Build;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What `./build.sh demo` prints at its end.</summary>
[TestClass]
public sealed class DemoTests
{
    [TestMethod]
    public void WhatToDoNextAreCommandsThatTheToolTakes()
    {
        string[] next = [.. Demo.Next("TOOL", "PACKAGES").Where(line => line.Contains("dotnet TOOL", StringComparison.Ordinal))];
        Assert.HasCount(3, next);
        foreach (string line in next)
        {
            string[] words = line.Split('#')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            Assert.IsEmpty(CommandLine.WhatIsWrong(CowCommand.New().Parse(words[2..])), line);
        }
    }
}
