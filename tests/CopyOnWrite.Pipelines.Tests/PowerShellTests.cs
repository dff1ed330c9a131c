using System.Reflection;

namespace CopyOnWrite.Pipelines.Tests;

/// <summary>
/// The scripts for Windows run in PowerShell 7, with Windows.psm1 for Windows: which cmdlets and programs they call, with what, and what
/// they do when one fails. The temporary folder has letters of other languages, as a user's name may.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
public sealed class PowerShellTests : InATemporaryFolder
{
    private const RegexOptions Lines = RegexOptions.Multiline;

    private const string DevDrive = """
        > New-VHD -Path TEMP/cow-devdrive.vhdx -SizeBytes 53687091200 -Dynamic
        > Get-DiskImage -ImagePath TEMP/cow-devdrive.vhdx
        > Mount-DiskImage -ImagePath TEMP/cow-devdrive.vhdx -NoDriveLetter -PassThru
        > Get-DiskImage
        > Get-Disk -Number 1
        > Initialize-Disk -Number 1 -PartitionStyle GPT
        > Get-Partition -DiskNumber 1
        > New-Partition -DiskNumber 1 -UseMaximumSize
        > Get-Volume
        > Format-Volume -DevDrive True -NewFileSystemLabel cow-devdrive -Confirm: False -Force
        > Get-Partition -DiskNumber 1 -PartitionNumber 2
        > Set-Partition -DiskNumber 1 -PartitionNumber 2 -NewDriveLetter V
        > fsutil.exe devdrv trust /f V:
        > fsutil.exe devdrv query V:

        """;

    private string Temporary => _folder.PathOf("Jörg Ł");

    /// <summary>Scripts, also those in pipelines and pages. What Windows' own PowerShell 5.1 lacks is an error, too.</summary>
    [TestMethod]
    public void EveryScriptAndBlockParsesAndWhatIsBrokenIsFound()
    {
        string[] parts =
        [
            .. Pipelines.All.SelectMany(file => file.Steps)
                .Where(step => step.Shell is "pwsh" or "powershell")
                .Select(step => Pipelines.WithoutExpressions(step.Script)),
            .. Directory.GetFiles(RepositoryRoot.Folder, "*.md")
                .Concat(Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "docs"), "*.md", SearchOption.AllDirectories))
                .SelectMany(page => Regex.Matches(File.ReadAllText(page), "^```powershell\n(.*?)^```$", Lines | RegexOptions.Singleline))
                .Select(block => block.Groups[1].Value),
        ];
        Assert.IsGreaterThanOrEqualTo(8, parts.Length);
        string[] broken = ["if ($a { 'x' }\n", "$a = @('x', \n", "Get-Item a && Get-Item b", "$a ??= 1", "$a ? 1 : 2"];
        foreach ((int number, string script) in broken.Concat(parts).Index())
        {
            File.WriteAllText(_folder.PathOf($"{number}.ps1"), script);
        }

        string[] found = Run("""
            foreach ($file in Get-ChildItem *.ps1, eng/*.ps*1) {
                $tokens = $errors = $null
                $null = [Management.Automation.Language.Parser]::ParseFile($file, [ref] $tokens, [ref] $errors)
                $newer = $tokens | Where-Object Kind -Match '^(AndAnd|OrOr|Question.*)$'
                if ($errors + $newer) { "$($file.Name): $($errors.Message) $newer" }
            }
            """).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        CollectionAssert.AreEqual(
            broken.Select((_, number) => $"{number}.ps1").ToArray(),
            found.Select(line => line.Split(':')[0]).ToArray(), string.Join('\n', found));
    }

    [TestMethod]
    public void ADevDriveIsMadeOnceAndRemovedAndWhatIfCallsNothing()
    {
        string[] said = Run("""
            eng/New-DevDrive.ps1 -WhatIf; eng/Remove-TestVolume.ps1 -WhatIf; '---'; eng/New-DevDrive.ps1; '---'
            eng/Remove-TestVolume.ps1 -WhatIf; eng/New-DevDrive.ps1 -WhatIf; '---'; eng/New-DevDrive.ps1; '---'; eng/Remove-TestVolume.ps1
            """).Split("---\n");
        Assert.DoesNotContain("> ", said[0] + said[2]);
        Assert.HasCount(7, (said[0] + said[2]).Split("What if: "));
        Assert.AreEqual(DevDrive + "V:\\\n", said[1]);
        Assert.AreEqual(
            """
            > Get-DiskImage -ImagePath TEMP/cow-devdrive.vhdx
            > Get-Disk -Number 1
            > Get-Partition -DiskNumber 1
            > Get-Volume
            > Get-Partition -DiskNumber 1 -PartitionNumber 2
            > fsutil.exe devdrv trust /f V:
            > fsutil.exe devdrv query V:
            V:\

            """,
            said[3]);
        Assert.EndsWith("> Dismount-DiskImage -ImagePath TEMP/cow-devdrive.vhdx\n", said[4]);
        Assert.IsEmpty(Directory.GetFiles(Temporary));
    }

    [TestMethod]
    public void WhereNewVhdFailsDiskpartMakesTheFile()
    {
        string said = Run("$fails = '*New-VHD*'; eng/New-ReFSVolume.ps1");
        Assert.Contains("\ncreate vdisk file=\"FOLDER/Windows/Temp/cow-PID.vhdx\" maximum=20480 type=expandable\n> Get-DiskImage ", said);
        Assert.EndsWith("> Set-Partition -DiskNumber 1 -PartitionNumber 2 -NewDriveLetter R\nR:\\\n", said);
        Assert.HasCount(1, Directory.GetFiles(Temporary), "The script for diskpart is still there.");
    }

    [TestMethod]
    public void WhatAnErrorLeavesHalfMadeIsRemovedAndWhatWasThereIsNot()
    {
        string[] failing = ["*New-VHD* *diskpart*", "*Mount-*", "*Initialize*", "*New-Part*", "*Format-*", "*Set-*"];
        string said = Run($$"""
            foreach ($name in '{{string.Join("', '", failing)}}') {
                $fails = -split $name
                try { eng/New-DevDrive.ps1; "not seen: $name" } catch { "failed: $name" }
                if (Get-ChildItem -Recurse -Include *.vhdx, *.tmp) { "left by $name" }
            }

            $fails = @(); eng/New-DevDrive.ps1
            $fails = '*Get-Volume*'; try { eng/New-DevDrive.ps1 } catch { "failed: again" }
            """);
        CollectionAssert.AreEqual(
            failing.Append("again").Select(name => $"failed: {name}").ToArray(),
            Regex.Matches(said, "^(failed|not seen|left by):? .*$", Lines).Select(line => line.Value).ToArray(), said);
        Assert.HasCount(failing.Length - 1, said.Split("> Dismount-DiskImage"), said);    // The first two leave nothing attached.
        Assert.IsTrue(File.Exists(Path.Combine(Temporary, "cow-devdrive.vhdx")), said);
    }

    [TestMethod]
    [DataRow("*trust /f*", "until it is mounted again")]
    [DataRow("*trust*", "(exit code 1)")]
    public void ADevDriveThatIsNotTrustedIsThereAndSaysSo(string fails, string why) => Assert.MatchesRegex(
        $@"WARNING: V: is not trusted {Regex.Escape(why)}\.[\s\S]*\nV:\\\n$", Run($"$fails = '{fails}'; eng/New-DevDrive.ps1"));

    [TestMethod]
    public void AVolumeWithoutItsLetterOrThatIsReadOnlySaysWhatToDo()
    {
        string said = Run("""
            $fails = '*Set-Partition*'; try { eng/New-ReFSVolume.ps1 } catch { "$_" }
            $fails = @()
            $null = [IO.Directory]::CreateDirectory('R:\cow-written.tmp')
            try { eng/New-ReFSVolume.ps1 } catch { "$_" }
            """);
        Assert.Contains("\nThe volume did not get R:. If it is taken, choose another with -DriveLetter. Set-Partition fails.\n", said);
        Assert.Contains("\nNothing can be written to R:\\; the policy 'Deny write access to fixed drives not protected by ", said);
    }

    [TestMethod]
    public void MeasureMakesADevDriveMeasuresItTestsAndFailsWhereOneFails()
    {
        _ = Directory.CreateDirectory(_folder.PathOf("artifacts/test-results/kept"));
        string said = Run("$fails = '*build.cmd test*'; try { eng/Measure-DevDrive.ps1 } catch { \"$_\" }");
        Assert.StartsWith(DevDrive, said);
        CollectionAssert.AreEqual(
            new[] { @"build.cmd measure V:\", "build.cmd test" },
            Regex.Matches(said, "^> cmd.exe /c (.*) 2>&1$", Lines).Select(call => call.Groups[1].Value).ToArray());
        Assert.EndsWith("Failed: test (1)\n", said);
        Assert.AreEqual("said on V:\\\n", File.ReadAllText(_folder.PathOf("artifacts/measured/measure-V.txt")));
        Assert.IsTrue(Directory.Exists(_folder.PathOf("artifacts/measured/test-results/kept")));
    }

    /// <summary>All steps of a job, with the variables that they hand on.</summary>
    [TestMethod]
    [DataRow("windows.yml", "said on V:\\ R:\\")]
    [DataRow("devbox.yml", "said on D:\\")]
    public void TheScriptsOfAWorkflowRun(string file, string verb)
    {
        const string Hand = "; Get-Content $env:GITHUB_ENV | ForEach-Object { $name, $value = $_ -split '='; Set-Item env:$name $value }\n";
        string said = Run(
            "$null = New-PSDrive C FileSystem .; New-Item $env:GITHUB_ENV; $env:HAS_DEVDRIVE = 'true'; $env:DRIVE = 'D:\\'\n"
            + "New-Item -ItemType Directory artifacts/packages; [IO.Compression.ZipFile]::CreateFromDirectory(\"$PWD/eng\", "
            + "\"$PWD/artifacts/packages/CopyOnWrite.Sdk.1.nupkg\")\n"
            + string.Concat(Pipelines.All.SelectMany(pipeline => pipeline.Steps)
                .Where(step => Path.GetFileName(step.File) == file)
                .Select(step => $"& {{ {step.Script} }}{Hand}")));
        Assert.AreEqual($"{verb}\n", File.ReadAllText(_folder.PathOf("artifacts/measured/test.txt")), said);
        Assert.AreEqual(file == "windows.yml" ? 2 : 0, Regex.Count(said, "^> Dismount-DiskImage -ImagePath C:", Lines), said);
        Assert.AreEqual(file == "windows.yml" ? 2 : 0, Regex.Count(said, @"^MSBuild\.exe: CopyOnWrite: 1 cloned", Lines), said);
        Assert.IsEmpty(Directory.GetFiles(_folder.Folder, "*.vhdx", SearchOption.AllDirectories), said);
    }

    /// <summary>What the commands print, with the calls of Windows.psm1.</summary>
    private string Run(string commands)
    {
        string PathOfNew(string folder) => Directory.CreateDirectory(_folder.PathOf(folder)).FullName;
        foreach (string script in Directory.GetFiles(Path.Combine(RepositoryRoot.Folder, "eng"), "*.ps*1"))
        {
            File.Copy(script, Path.Combine(PathOfNew("eng"), Path.GetFileName(script)));
        }

        _ = PathOfNew("Windows/Temp");
        string pwsh = GetType().Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == "pwsh").Value!;
        string windows = Path.Combine(AppContext.BaseDirectory, "Windows.psm1");
        var environment = new Dictionary<string, string>
        {
            ["TMPDIR"] = PathOfNew("Jörg Ł"),
            ["HOME"] = PathOfNew("home"),
            ["SystemRoot"] = _folder.PathOf("Windows"),
            ["GITHUB_ENV"] = _folder.PathOf("variables"),
            ["POWERSHELL_TELEMETRY_OPTOUT"] = "1",
            ["NO_COLOR"] = "1",
        };
        (int exitCode, string output) = Command.Run(
            Tools.Require("dotnet"),
            [pwsh, "-NoProfile", "-NonInteractive", "-Command", $"Import-Module {windows}; {commands}"],
            environment,
            _folder.Folder);
        Assert.AreEqual(0, exitCode, output);
        return output.Replace(Temporary, "TEMP", StringComparison.Ordinal).Replace(_folder.Folder, "FOLDER", StringComparison.Ordinal);
    }
}
