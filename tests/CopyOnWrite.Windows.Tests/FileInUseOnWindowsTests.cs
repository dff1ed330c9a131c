namespace CopyOnWrite.Windows.Tests;

/// <summary>A build while a program of its output folder runs, with a library that it has loaded.</summary>
[TestClass]
public sealed class FileInUseOnWindowsTests
{
    private const string Code = """
        #include <stdio.h>
        #include <windows.h>
        #ifdef LIBRARY
        __declspec(dllexport) int version(void) { return VERSION; }
        #else
        int main(void)
        {
            char line[16];
            int (*of_library)(void) = (int (*)(void))GetProcAddress(LoadLibraryA("engine.dll"), "version");
            while (fgets(line, sizeof line, stdin))
            {
                printf("program %d, library %d\n", VERSION, of_library());
                fflush(stdout);
            }
        }
        #endif
        """;

    private static readonly string[] s_oneRetry = ["-p:CopyRetryCount=1", "-p:CopyRetryDelayMilliseconds=100"];

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void ARunningProgramIsReplacedAndRunsOnAndTheBuiltInFails(bool staged)
    {
        Wine.Require();
        Wine.Be(19045);
        const string Content = """<None Include="app.exe;engine.dll" CopyToOutputDirectory="PreserveNewest" />""";
        WindowsRepo repo = WindowsRepo.New(withSdk: true, references: staged ? string.Empty : Content);
        string sources = Path.Combine(repo.Folder, "Program", staged ? "content" : string.Empty);
        string output = Path.Combine(repo.Folder, staged ? "staged" : "Program/bin/Debug/net10.0");
        string[] target = staged ? ["-t:CopyArtifacts", "-p:Stage=true"] : [];

        const string SwitchedOff = "-p:CopyOnWriteReplaceFilesInUse=false";
        string[] switchedOff = staged ? [SwitchedOff] : [SwitchedOff, "-p:DisableCopyOnWrite=true"];
        Compile(sources, version: 1);
        repo.Build(["-restore", .. target]);
        byte[] old = File.ReadAllBytes(Path.Combine(output, "app.exe"));

        using (var running = new RunningProgram(output))
        {
            Assert.AreEqual("program 1, library 1", running.Answer());
            Compile(sources, version: 2);
            foreach (string property in switchedOff)
            {
                WineResult failed = repo.TryBuild([property, .. s_oneRetry, .. target]);
                Assert.AreNotEqual(0, failed.ExitCode, failed.Output);
                Assert.Contains(staged ? "COW1027" : "MSB3027", failed.Output);
                CollectionAssert.AreEqual(old, File.ReadAllBytes(Path.Combine(output, "app.exe")), property);
            }

            WineResult replaced = repo.TryBuild(target);
            Assert.AreEqual(0, replaced.ExitCode, replaced.Output);
            Assert.DoesNotContain("MSB302", replaced.Output);
            Assert.Contains("message COW1015", replaced.Output);
            Assert.Contains(" 2 replaced while in use.", replaced.Output);
            Assert.AreEqual("program 1, library 1", running.Answer(), "It runs on with its own files.");
            using (var restarted = new RunningProgram(output))
            {
                Assert.AreEqual("program 2, library 2", restarted.Answer());
            }

            repo.Build(target);
            Assert.HasCount(2, Kept(output), "Both files are still in use.");
        }

        repo.Build(target);
        Assert.IsEmpty(Kept(output));
        Assert.IsEmpty(Directory.GetFiles(output, ".cow-*"));
    }

    private static string[] Kept(string folder) => Directory.GetFiles(folder, ".cow-*.old.user");

    private static void Compile(string folder, int version)
    {
        string source = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.c");
        File.WriteAllText(source, Code);
        string define = $"-DVERSION={version}";
        Command.OutputOf("x86_64-w64-mingw32-gcc", "-o", Path.Combine(folder, "app.exe"), define, source);
        Command.OutputOf("x86_64-w64-mingw32-gcc", "-o", Path.Combine(folder, "engine.dll"), define, "-DLIBRARY", "-shared", source);
        File.Delete(source);
    }

    private sealed class RunningProgram : IDisposable
    {
        private readonly Process _process;

        internal RunningProgram(string folder) => _process = Wine.Start(Path.Combine(folder, "app.exe"), folder);

        internal string Answer()
        {
            _process.StandardInput.WriteLine("?");
            return _process.StandardOutput.ReadLine() ?? $"It ended: {_process.StandardError.ReadToEnd()}";
        }

        /// <summary>It ends with its input.</summary>
        public void Dispose()
        {
            _process.StandardInput.Close();
            _process.WaitForExit();
            _process.Dispose();
        }
    }
}
