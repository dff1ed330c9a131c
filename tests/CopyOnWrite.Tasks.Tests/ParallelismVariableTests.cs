using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.Build.Framework;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// MSBUILDCOPYTASKPARALLELISM is a number to MSBuild, and 1 the only one that means something to it; tests/CopyOnWrite.Parity.Tests holds
/// the built-in to that.
/// </summary>
[TestClass]
public sealed class ParallelismVariableTests
{
    [TestMethod]
    [DataRow("1", true)]
    [DataRow("01", true)]
    [DataRow(" 1 ", true)]
    [DataRow("2", false)]
    [DataRow("0", false)]
    [DataRow("one", false)]
    [DataRow("", false)]
    public void FilesComeInTheirOrderWhereItIsOne(string value, bool inOrder)
    {
        using EitherCopy call = new(ours: true, files: 3);
        call.Task.TaskEnvironment = TaskEnvironment.CreateWithProjectDirectoryAndEnvironment(
            Path.GetTempPath(), new Dictionary<string, string> { ["MSBUILDCOPYTASKPARALLELISM"] = value });
        string left = call.Task.DestinationFiles[0].ItemSpec;
        Directory.CreateDirectory(Path.GetDirectoryName(left)!);
        File.CreateSymbolicLink(left, "elsewhere");

        Assert.IsTrue(call.Task.Execute(), call.Engine.ToString());

        Assert.AreEqual(
            inOrder,
            call.Engine.Events.Any(e => e.Message!.Contains("2 more, to preserve copy order", System.StringComparison.Ordinal)),
            call.Engine.ToString());
    }
}
