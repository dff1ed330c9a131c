using System.Reflection;
using System.Runtime.InteropServices;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>Holds <see cref="MacInterop"/>, by which clone ids are read, against Apple's headers.</summary>
[TestClass]
public sealed class MacInteropHeadersTests
{
    // The order is getattrlist(2)'s: common, file and extended attributes, each group by bit.
    private const string Reply =
        "struct reply { u_int32_t Length; attribute_set_t Returned; dev_t Device; u_int32_t Flags; "
        + "off_t DataAllocatedSize; off_t PrivateSize; u_int64_t CloneId; u_int32_t CloneReferences; } __attribute__((packed, "
        + "aligned(4)));";

    [TestMethod]
    [DataRow("aarch64-macos.13.0")]
    [DataRow("x86_64-macos.13.0")]
    public void ConstantsAndLayoutsAreThoseOfApplesHeaders(string target) => AppleHeaders.Compile(target, Program());

    [TestMethod]
    [DataRow("ATTR_CMNEXT_CLONE_REFCNT", 0x1001L)]
    [DataRow("sizeof(struct attrlist)", 25L)]
    public void AWrongNumberDoesNotCompile(string expression, long wrong)
    {
        var program = new AppleHeaders("sys/attr.h");
        program.Check(expression, wrong);
        (int exitCode, string output, _) = AppleHeaders.TryCompile("aarch64-macos.13.0", program.ToString());
        Assert.AreNotEqual(0, exitCode);
        Assert.Contains("static assertion failed", output);
    }

    private static string Program()
    {
        var program = new AppleHeaders("sys/attr.h sys/stat.h stddef.h unistd.h");
        Assert.AreEqual(11, program.CheckConstants(typeof(MacInterop)));
        program.Check("sizeof(attribute_set_t)", Marshal.SizeOf<MacInterop.AttributeSet>());
        program.Check(
            "offsetof(attribute_set_t, fileattr)", Marshal.OffsetOf<MacInterop.AttributeSet>(nameof(MacInterop.AttributeSet.File)));
        program.Check(
            "offsetof(attribute_set_t, forkattr)", Marshal.OffsetOf<MacInterop.AttributeSet>(nameof(MacInterop.AttributeSet.Fork)));

        program.Add("struct device { u_int32_t Length; dev_t Device; } __attribute__((packed, aligned(4)));");
        program.Check("sizeof(struct device)", Marshal.SizeOf<MacInterop.DeviceReply>());
        program.Check("offsetof(struct device, Device)", Marshal.OffsetOf<MacInterop.DeviceReply>(nameof(MacInterop.DeviceReply.Device)));
        program.Add(Reply);
        program.Check("sizeof(struct reply)", Marshal.SizeOf<MacInterop.CloneReply>());
        foreach (FieldInfo field in typeof(MacInterop.CloneReply).GetFields(BindingFlags.Instance | BindingFlags.NonPublic))
        {
            program.Check($"offsetof(struct reply, {field.Name})", Marshal.OffsetOf<MacInterop.CloneReply>(field.Name));
        }

        return program.ToString();
    }
}
