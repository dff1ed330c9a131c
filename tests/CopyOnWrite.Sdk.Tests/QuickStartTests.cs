using TestRun = CopyOnWrite.Sdk.Tests.Infrastructure.TestRun;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// "Get it" and "Try it" of README, and "Try it" of the installation page, as they stand, with an empty home on the volume and no package
/// source but their own.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class QuickStartTests
{
    // Deletes and writes the packages that other tests are using. `./build.sh test` has run it.
    private const string Pack = "dotnet pack src/CopyOnWrite.Tool";

    private static string Readme => File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "README.md"));

    private static string Installation => File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "docs", "guide", "installation.md"));

    [TestMethod]
    public void OnAVolumeThatClonesItLogsAClone() => Run("btrfs", "the build prints");

    [TestMethod]
    public void OnAVolumeThatCannotCloneItLogsThat() => Run("plain", "On ext4 it prints");

    /// <param name="introduction">The page's words before the line that a build prints on such a volume.</param>
    private static void Run(string volumeName, string introduction)
    {
        using var volume = VolumeUnderTest.Require(volumeName);
        string[] tool = Commands(Readme, "Get it");
        Assert.AreEqual(Pack, tool[0]);

        // Only the tool's commands need this repository's folder. Others write files, which must not be its own.
        string[] commands = [.. tool[1..], "cd", .. Commands(Readme, "Try it"), .. Commands(Installation, "Try it")];
        string output = Bash(volume, commands);
        StringAssert.Contains(output, "is already built");
        StringAssert.Contains(output, "No file has two writers");
        string line = Regex.Match(Installation, introduction + " `(CopyOnWrite: [^`]+)`").Groups[1].Value;
        Assert.IsNotEmpty(line, "The page does not have the line.");
        Assert.IsTrue(
            output.Split('\n').Any(printed => WithoutNumbers(printed.Trim()) == WithoutNumbers(line) + "."),
            $"\"{line}\" is not in the output, whatever its numbers:\n{output}");
    }

    private static string Bash(VolumeUnderTest volume, string[] commands)
    {
        string home = volume.PathOf("home");
        Directory.CreateDirectory(Path.Combine(home, ".git"));    // `dotnet tool install` writes its manifest at a repository's root.
        File.WriteAllText(
            Path.Combine(home, "nuget.config"), "<configuration><packageSources><clear /></packageSources></configuration>\n");
        var variables = new Dictionary<string, string?>(TestRun.Variables) { ["HOME"] = home, ["DOTNET_CLI_HOME"] = home };
        foreach (string who in (string[])["AUTHOR", "COMMITTER"])
        {
            variables[$"GIT_{who}_NAME"] = "You";
            variables[$"GIT_{who}_EMAIL"] = "you@example.com";
        }

        // The last command is the doctor, whose answer is 1 where nothing can be cloned. The others have to succeed.
        string[] script =
        [
            "set -e -o pipefail", "PATH=\"$(dirname \"$0\"):$PATH\"", .. commands[..^1], "set +e", commands[^1], "[ $? -le 1 ]",
        ];
        DotNetResult result = DotNet.Run(RepositoryRoot.Folder, [], variables: variables, under: ["bash", "-c", string.Join('\n', script)]);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return result.Output;
    }

    /// <returns>The lines of the blocks of commands below the heading.</returns>
    private static string[] Commands(string page, string heading)
    {
        string section = Regex.Match(page, $"^## {heading}\n(.*?)^## ", RegexOptions.Singleline | RegexOptions.Multiline).Value;
        string[] commands =
        [
            .. Regex.Matches(section, "^```sh\n(.*?)\n```$", RegexOptions.Singleline | RegexOptions.Multiline)
                .SelectMany(block => block.Groups[1].Value.Split('\n')),
        ];
        Assert.IsNotEmpty(commands, $"\"{heading}\" has no commands.");
        return commands;
    }

    private static string WithoutNumbers(string line) => Regex.Replace(line.TrimEnd('\r'), @"\d[\d,]*", "N");
}
