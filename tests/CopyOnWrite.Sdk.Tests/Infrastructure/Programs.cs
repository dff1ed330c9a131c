using System.Diagnostics;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

internal static class Programs
{
    internal static void Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(Tools.Require(program), arguments);
        process.WaitForExit();
        Assert.AreEqual(0, process.ExitCode, $"{program} {string.Join(' ', arguments)}");
    }
}
