namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>One build of a project.</summary>
/// <param name="Text">Its log in words: binary logs of MSBuild 17.7 do not say which assembly a task is from.</param>
internal sealed record FrameworkBuild(BuildLog Log, string Text)
{
    internal static FrameworkBuild Read(string log) => new(BuildLog.Read(log), File.ReadAllText(log + ".txt"));

    internal bool IsOurs
    {
        get
        {
            MatchCollection from = Regex.Matches(Text, "Using \"Copy\" task from assembly \"(?<assembly>[^\"]+)\"");
            Assert.HasCount(1, from, Text);
            return from[0].Groups["assembly"].Value.EndsWith(PackedSdk.TaskAssembly, StringComparison.Ordinal);
        }
    }

    /// <summary>The line that the task logs of its call; Copy was ours, and nothing failed or was warned of.</summary>
    internal string OurLine()
    {
        Assert.IsEmpty(Log.Errors.Concat(Log.Warnings), Text);
        Assert.IsTrue(IsOurs, Text);
        return Log.CopyCalls
            .SelectMany(call => call.Messages)
            .Single(message => message.StartsWith("CopyOnWrite: ", StringComparison.Ordinal));
    }
}
