using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Saved;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow save</c> and <c>restore</c>: what is brought, not used, and refused. Nothing is built here.</summary>
[TestClass]
public sealed class SavedTests : OnBtrfs
{
    private static readonly DateTime s_sources = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly DateTime s_outputs = new(2024, 1, 2, 0, 0, 0, DateTimeKind.Utc);

    private string File1 => _volume.PathOf("out.cow");

    [TestMethod]
    [DataRow(false, false)]
    [DataRow(true, false)]
    [DataRow(false, true)]
    public void ACloneAtTheSamePathOrAnotherGetsTheOutputsAndTheTimes(bool withBin, bool isElsewhere)
    {
        Donor();
        Save(withBin);
        Bash("mv app kept; git clone -q kept " + (isElsewhere ? "other" : "app"));

        JsonNode answer = Restore(isElsewhere ? "other" : "app");

        Assert.AreEqual("warm none 5 0", $"{answer["state"]} {Why(answer)} {answer["sources"]!["same"]} {answer["sources"]!["other"]}");
        string made = _volume.PathOf(isElsewhere ? "other" : "app");
        Assert.AreEqual(withBin, File.Exists(Path.Combine(made, "App/bin/Debug/net10.0/App.dll")));
        Assert.IsTrue(File.Exists(Path.Combine(made, "App/obj/Debug/net10.0/App.dll")));
        Assert.AreEqual(isElsewhere, File.Exists(Path.Combine(made, "App/obj/App.csproj.copyonwrite.targets")));
        DateTime time = File.GetLastWriteTimeUtc(Path.Combine(made, "App/A.cs"));
        Assert.AreEqual(File.GetLastWriteTimeUtc(_volume.PathOf("kept/App/A.cs")), time);
        Assert.IsLessThan(File.GetLastWriteTimeUtc(Path.Combine(made, "App/obj/Debug/net10.0/App.dll")), time);
        Assert.AreEqual((UnixFileMode)0x1ED, File.GetUnixFileMode(Path.Combine(made, "App/obj/Debug/net10.0/apphost")));
        Assert.AreEqual(string.Empty, Bash($"git -C '{made}' status --porcelain; ls -A '{made}' | grep cow- || true"));
    }

    [TestMethod]
    [DataRow("echo '// more' >> app/App/A.cs", "otherSources")]
    [DataRow("rm app/App/words.txt", "otherFiles")]
    [DataRow("rm app/App/B.cs", "otherFiles")]
    [DataRow("echo '<Project />' > Directory.Build.targets", "otherFolder")]
    [DataRow("echo more >> above.editorconfig; cp above.editorconfig .editorconfig", "otherFolder")]
    [DataRow("echo '<Project />' > app/App/App.csproj.user", "otherFiles")]
    [DataRow("cd app/App; echo '<Project />' >obj.local; mkdir obj; echo '<Project />' >obj/App.csproj.copyonwrite.props", "otherSources")]
    [DataRow("git -C app config core.autocrlf true; rm app/App/A.cs; git -C app checkout -q .", "otherSources")]
    public void WhatIsOtherwiseHereCompiles(string change, string why)
    {
        Donor();
        Save();
        Bash($"mv app kept; git clone -q kept app; {change}");
        Assert.AreEqual(why, Why(Restore("app")));
        Assert.IsFalse(File.Exists(_volume.PathOf("app/App/obj/Debug/net10.0/App.csproj.CoreCompileInputs.cache")));
    }

    /// <summary>Found by an attack: what the saved checkout had and git ignores has no hash, so it may be another here.</summary>
    [TestMethod]
    [DataRow("x.local", "", "otherFiles")]
    [DataRow("App.csproj.user", "", "otherFiles")]
    [DataRow("", "echo stamp > app/App/obj/Debug/net10.0/npm.stamp; touch app/App/bin/made.js; echo $PWD/app/App/bin/made.js "
        + ">> app/App/obj/Debug/net10.0/App.csproj.FileListAbsolute.txt", "otherFiles")]
    [DataRow("", "", "none")]
    public void WhatWasNotSavedMakesItsProjectCompile(string ignored, string built, string why)
    {
        Donor();
        string both = ignored.Length == 0 ? "true" : $"echo same > app/App/{ignored}";
        Bash($"{both}; {(built.Length == 0 ? "true" : built)}");
        Save();
        Bash($"mv app kept; git clone -q kept app; {both}");
        Assert.AreEqual(why, Why(Restore("app")));
    }

    [TestMethod]
    public void WhatIsThereAndNoBuildOfThisCheckoutWroteStays()
    {
        Donor();
        Bash("echo $PWD/app/x.local >> app/App/obj/Debug/net10.0/App.csproj.FileListAbsolute.txt; "
            + "echo theirs > app/x.local; echo other > out.cow.new");
        Save(withBin: true);
        Bash("mv app kept; git clone -q kept app; echo mine > app/x.local");
        Restore("app");
        Assert.AreEqual("mine other\n", Bash("cat app/x.local out.cow.new | xargs"));
    }

    /// <summary>setup-dotnet installs by `cp -R`: each reference is newer than all outputs, and everything would compile.</summary>
    [TestMethod]
    [DataRow(-10, 0, DisplayName = "older: nothing changes")]
    [DataRow(5, 100)]
    [DataRow(99, 100, DisplayName = "installed a moment ago")]
    public void OfANewerSdkTheOutputsBecomeNewerInTheSameOrder(int sdk, int now)
    {
        DateTime[] own = [s_sources, s_outputs, s_outputs.AddSeconds(1), s_outputs.AddHours(1), s_outputs.AddDays(1)];
        SavedFile[] files = [.. own.Select((time, i) => new SavedFile($"App/obj/{i}", string.Empty, 0, time.Ticks, 0))];
        SavedFile restored = files[0] with { Path = "App/obj/App.csproj.nuget.g.props" };
        SavedFile unbuilt = files[^1] with { Path = "App/A.cs" };
        var times = new SavedTimes(Checkout([restored, .. files[1..^1]], [unbuilt]), s_outputs.AddDays(sdk), s_outputs.AddDays(now));

        DateTime[] given = [.. files.Select(times.Of)];

        Assert.AreEqual(s_sources, given[0], "It is older than all outputs as it is.");
        CollectionAssert.AreEqual(given.Order().Distinct().ToArray(), given);
        Assert.AreEqual(times.Of(unbuilt), given[^1]);
        Assert.IsTrue(sdk < 0 ? given.SequenceEqual(own) : given[1] > s_outputs.AddDays(sdk) && given[^1] <= s_outputs.AddDays(now));
    }

    [TestMethod]
    [DataRow("sdk", "8.0.100", "from .NET SDK 8.0.100, and this checkout uses ")]
    [DataRow("system", "win-x64", "from win-x64, and this machine is ")]
    [DataRow("packages", "/home/other/.nuget/packages", "packages in /home/other/.nuget/packages, and here ")]
    public void WhatWasSavedOnAnotherMachineIsNotUsed(string field, string value, string expected)
    {
        Donor();
        Save();
        Edit(manifest => manifest[field] = value);
        Bash("mv app kept; git clone -q kept app");
        string[] before = Below();

        JsonNode answer = Restore("app");

        Assert.AreEqual("otherMachine", (string?)answer["state"]);
        Assert.Contains(expected, (string)answer["summary"]!);
        CollectionAssert.AreEqual(before, Below());
    }

    [TestMethod]
    [DataRow("cut", "the file was changed or is incomplete")]
    [DataRow("flipped", "the file was changed or is incomplete")]
    [DataRow("foreign", "the file was not written by `dotnet cow save`")]
    [DataRow("empty", "the file was not written by `dotnet cow save`")]
    [DataRow("path ../out", "the path ../out")]
    [DataRow("path /etc/out", "the path /etc/out")]
    [DataRow("path App/obj/../../../out", "the path App/obj/../../../out")]
    [DataRow("path .git/hooks/post-checkout", "the path .git/hooks/post-checkout")]
    [DataRow("path App/.GIT/x", "the path App/.GIT/x")]
    [DataRow("path App\\obj\\x", "the path App\\obj\\x")]
    [DataRow("path C:x", "the path C:x")]
    [DataRow("path App/obj/Debug/net10.0/App.dll", "a path is listed twice")]
    [DataRow("path ", "the path ")]
    [DataRow("mode 2541", "a size, time, mode or hash is invalid")]
    [DataRow("length -1", "a size, time, mode or hash is invalid")]
    [DataRow("length 3", "does not have the content that was saved")]
    [DataRow("length 17592186044416", "of free disk space")]
    [DataRow("length 9000000000000000000", "a size, time, mode or hash is invalid")]
    [DataRow("time 9000000000000000000", "a size, time, mode or hash is invalid")]
    [DataRow("sha256 0", "a size, time, mode or hash is invalid")]
    [DataRow("format 2", "the file has format 2")]
    [DataRow("no outputs", "a part is missing")]
    [DataRow("null", "a part is missing")]
    [DataRow("folder", "the folder of the checkout is not a full path")]
    [DataRow("twice", "a path is listed twice")]
    public void ADamagedOrHostileFileIsRefusedAndNothingIsWritten(string damage, string expected)
    {
        Donor();
        Save();
        Damage(damage.Split(' ', 2));
        Bash("mv app kept; git clone -q kept app");
        string[] before = Below();

        string refused = Assert.ThrowsExactly<CommandFailedException>(() => Restore("app")).Message;

        Assert.StartsWith("COW1045: ", refused);
        Assert.Contains(expected, refused);
        NamedPage.AssertHas(refused, "COW1045");
        CollectionAssert.AreEqual(before, Below());
    }

    /// <summary>What git does not ignore could be a source, or a file that each build imports.</summary>
    [TestMethod]
    public void WhatGitDoesNotIgnoreIsNotBrought()
    {
        Donor();
        Save();
        Edit(manifest => manifest["outputs"]!.AsArray()[^1]!["path"] = "App/Directory.Build.props");
        Bash("mv app kept; git clone -q kept app");

        Restore("app");

        Assert.AreEqual(string.Empty, Bash("git -C app status --porcelain; ls app/App/*.props 2>/dev/null || true"));
    }

    /// <summary>As in a workflow: the file, and what is written before it has its name, are no files of the checkout.</summary>
    [TestMethod]
    [DataRow("")]
    [DataRow("; echo out.cow >> app/.git/info/exclude")]
    public void TheFileMayBeInTheCheckoutAndIsNoInputOfAProjectThere(string ignored)
    {
        Donor();
        Bash("mv app/App/* app; rmdir app/App; sed -i /user/d app/.gitignore; sed -i s,/App/,/, app/obj/Debug/net10.0/*.txt; "
            + "rm -r app/.git; git init -q app; git -C app add .; git -C app -c user.name=a -c user.email=a@b commit -qm 1; "
            + $"find app/obj app/bin -type f -exec touch -d 2024-01-02T00:00:00Z {{}} +{ignored}");
        string file = _volume.PathOf("app/out.cow");
        for (int i = 0; i < 2; i++)
        {
            Save(file: file);
        }

        Bash($"mv app kept; git clone -q kept app{ignored}; cp kept/out.cow app; cp kept/out.cow .");
        Assert.AreEqual("none", Why(Restore("app")));
    }

    [TestMethod]
    public void WithoutOutputsNothingIsSavedAndAnOlderFileStays()
    {
        Donor();
        Save();
        byte[] before = File.ReadAllBytes(File1);
        Bash("rm -r app/App/obj app/App/bin");
        string refused = Assert.ThrowsExactly<CommandFailedException>(Save).Message;
        Assert.StartsWith("COW1044: ", refused);
        NamedPage.AssertHas(refused, "COW1044");
        CollectionAssert.AreEqual(before, File.ReadAllBytes(File1));
        Assert.IsFalse(File.Exists(File1 + ".new"));
        void Save() => this.Save();
    }

    [TestMethod]
    public void ACheckoutWithOutputsStaysAndARefreshReplacesThem()
    {
        Donor();
        Save();
        Bash("mv app kept; git clone -q kept app; o=app/App/obj/Debug/net10.0; mkdir -p $o; touch $o/App.csproj.CoreCompileInputs.cache");
        Assert.AreEqual("hasOutputs", (string?)Restore("app")["state"]);
        Assert.AreEqual("none", Why(Restore("app", refresh: true)));
    }

    private void Donor()
    {
        Bash($$"""
            git init -q app
            cd app
            printf 'bin/\nobj/\n*.user\n*.local\n' > .gitignore
            mkdir -p App/obj/Debug/net10.0 App/bin/Debug/net10.0
            echo '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><AdditionalFiles Include="words.txt" /></ItemGroup></Project>' >App/App.csproj
            echo '// A' > App/A.cs
            echo '// B' > App/B.cs
            echo word > App/words.txt
            rm -f .gitattributes
            git add .
            git -c user.name=a -c user.email=a@example.org commit -q -m first
            find . -path ./.git -prune -o -type f -exec touch -d 2024-01-01T00:00:00Z {} +
            obj=App/obj/Debug/net10.0
            echo '<Project />' > App/obj/App.csproj.nuget.g.props
            echo '<Project />' > App/obj/App.csproj.nuget.g.targets
            echo '{}' > App/obj/project.assets.json
            printf '%040d' 1 > $obj/App.csproj.CoreCompileInputs.cache
            echo dll > $obj/App.dll
            echo host > $obj/apphost
            chmod 755 $obj/apphost
            cp $obj/App.dll App/bin/Debug/net10.0/
            printf '%s\n' "$PWD/App/bin/Debug/net10.0/App.dll" "$PWD/$obj/App.dll" "$PWD/$obj/apphost" >$obj/App.csproj.FileListAbsolute.txt
            find App/obj App/bin -type f -exec touch -d 2024-01-02T00:00:00Z {} +
            """);
        Bash("echo '[*]' > above.editorconfig; cp above.editorconfig .editorconfig");
    }

    private void Save(bool withBin = false, string? file = null) => Assert.AreEqual(0, SaveCommand.Answer(
        new Screen(json: true, TextWriter.Null), _volume.PathOf("app"), file ?? File1, withBin, CancellationToken.None));

    private JsonNode Restore(string path, bool refresh = false)
    {
        var written = new StringWriter();
        var options = new WarmOptions(null, [], false, null) { Refresh = refresh };
        Assert.AreEqual(
            0, RestoreCommand.Answer(new Screen(json: true, written), _volume.PathOf(path), File1, options, CancellationToken.None));
        return JsonNode.Parse(written.ToString())!;
    }

    private static string Why(JsonNode answer) => (string)answer["projects"]!.AsArray().Single()!["why"]!;

    private static SavedCheckout Checkout(SavedFile[] outputs, SavedFile[] sources) =>
        new(SavedCheckout.CurrentFormat, "/app", "", null, "10.0.100", "linux-x64", "/packages", [], sources, [], outputs, [], [], []);

    private void Damage(string[] what)
    {
        byte[] bytes = File.ReadAllBytes(File1);
        switch (what[0])
        {
            case "cut":
                File.WriteAllBytes(File1, bytes[..^1]);
                break;
            case "flipped":
                bytes[^9] ^= 1;
                File.WriteAllBytes(File1, bytes);
                break;
            case "foreign":
                File.WriteAllText(File1, new string('x', 100));
                break;
            case "empty":
                File.WriteAllBytes(File1, []);
                break;
            case "format":
                Edit(manifest => manifest["format"] = 2);
                break;
            case "null":
                Edit(manifest => manifest["sources"]!.AsArray().Add(null));
                break;
            case "folder":
                Edit(manifest => manifest["folder"] = "app");
                break;
            case "twice":
                Edit(manifest => manifest["links"] = new JsonArray(Link(), Link()));
                break;
            case "no":
                Edit(manifest => manifest.Remove("outputs"));
                break;
            default:
                Edit(manifest => manifest["outputs"]!.AsArray()
                    .First(one => !((string)one!["path"]!).EndsWith("App.dll", StringComparison.Ordinal))![what[0]] =
                    what[0] is "path" or "sha256" ? what[1] : long.Parse(what[1], CultureInfo.InvariantCulture));
                break;
        }
    }

    private static JsonObject Link() => new() { ["path"] = "link", ["target"] = "x", ["time"] = s_outputs.Ticks };

    /// <summary>As one who can write the file would change it: its hash is right again.</summary>
    private void Edit(Action<JsonObject> edit)
    {
        byte[] bytes = File.ReadAllBytes(File1);
        int start = "dotnet cow save 1\n".Length + 32;
        using var content = new MemoryStream();
        using (var decompressed = new BrotliStream(new MemoryStream(bytes[start..]), CompressionMode.Decompress))
        {
            decompressed.CopyTo(content);
        }

        byte[] all = content.ToArray();
        int length = BitConverter.ToInt32(all);
        JsonObject manifest = JsonNode.Parse(all.AsSpan(4, length))!.AsObject();
        edit(manifest);
        byte[] edited = Encoding.UTF8.GetBytes(manifest.ToJsonString());
        using var rest = new MemoryStream();
        using (var compressed = new BrotliStream(rest, CompressionLevel.Fastest, leaveOpen: true))
        {
            compressed.Write(BitConverter.GetBytes(edited.Length));
            compressed.Write(edited);
            compressed.Write(all.AsSpan(4 + length));
        }

        byte[] made = rest.ToArray();
        File.WriteAllBytes(File1, [.. bytes[..(start - 32)], .. System.Security.Cryptography.SHA256.HashData(made), .. made]);
    }

    private string[] Below() => [.. Directory.GetFileSystemEntries(
            _volume.PathOf("app"), "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 })
        .Where(path => !path.Contains("/.git")).Order(StringComparer.Ordinal).Select(path => $"{path} {File.GetLastWriteTimeUtc(path):O}")];

    private string Bash(string script) => _volume.Bash(script);
}
