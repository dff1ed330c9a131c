using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What becomes of a project, by what was found of it: no file is read.</summary>
[TestClass]
public sealed class DecisionTests
{
    [TestMethod]
    [DataRow("None", "WriteFirstBuild")]
    [DataRow("BuiltBefore", "WriteFirstBuild", "BuiltBefore")]
    [DataRow("OtherSources", "DeleteInputs", "BuiltBefore", "OtherSources")]
    [DataRow("OtherCommit", "DeleteInputs", "OtherSources", "OtherCommit")]
    [DataRow("NotBuilt", "None", "OtherCommit", "NotBuilt")]
    [DataRow("EmbedsDonor", "DeleteIntermediate", "NotBuilt", "EmbedsDonor")]
    [DataRow("NamesDonor", "DeleteIntermediate", "EmbedsDonor", "NamesDonor")]
    [DataRow("OtherFiles", "DeleteIntermediate", "NamesDonor", "OtherFiles")]
    [DataRow("Changed", "DeleteIntermediate", "OtherFiles", "Changed")]
    public void OfSeveralReasonsTheFirstCountsAndSaysWhatIsDone(string why, string deed, params string[] found)
    {
        var reasons = new Reasons();
        Array.ForEach(found, one => reasons.Add(Enum.Parse<WhyCompiled>(one), [$"of {one}", "another"]));
        reasons.Add(WhyCompiled.Changed, []);
        reasons.Add(WhyCompiled.Path, false);

        Decision decision = Decision.Of([new(Project("App", "App/obj"), reasons)]).Single();

        Assert.AreEqual(Enum.Parse<WhyCompiled>(why), decision.Why);
        Assert.AreEqual(Enum.Parse<Deed>(deed), decision.Deed);
        Assert.AreEqual(why == "None" ? null : $"of {why}", decision.Where);
    }

    [TestMethod]
    public void WhatIsEmptiedForOneProjectIsEmptiedForThoseInIt()
    {
        var reasons = new Reasons();
        reasons.Add(WhyCompiled.OtherFiles, ["x"]);
        CompiledProject outer = Project("App", "App/obj");
        CompiledProject inner = Project("In", "App/obj/Debug/In/obj");
        CompiledProject beside = Project("Lib", "Lib/obj");

        Assert.AreEqual("App OtherFiles, In OtherFiles, Lib None", Said([new(outer, reasons), new(inner, new()), new(beside, new())]));
        Assert.AreEqual("App None, In OtherFiles, Lib None", Said([new(outer, new()), new(inner, reasons), new(beside, new())]));
    }

    /// <summary>The sentence about projects without outputs is another method's.</summary>
    [TestMethod]
    public void EachReasonHasItsOwnWords()
    {
        var words = new OutputWords("app", "new", [], [], new CloneTreeResult([], [], []));
        string[] reasons =
        [
            .. Enum.GetValues<WhyCompiled>().Except([WhyCompiled.None, WhyCompiled.NotBuilt]).Select(why => words.ReasonOf(why, "file")),
        ];

        CollectionAssert.AllItemsAreUnique(reasons);
        Assert.DoesNotContain(string.Empty, reasons);
    }

    private static string Said(KeyValuePair<CompiledProject, Reasons>[] found) =>
        string.Join(", ", Decision.Of(found).Select(one => $"{one.Project.File} {one.Why}"));

    private static CompiledProject Project(string name, string obj) =>
        new(name, Here(obj), [Here($"{obj}/Debug/{name}{CompiledProject.InputsEnding}")], [name]);

    private static string Here(string path) => path.Replace('/', Path.DirectorySeparatorChar);
}
