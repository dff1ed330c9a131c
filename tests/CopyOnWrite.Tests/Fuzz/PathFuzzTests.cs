namespace CopyOnWrite.Tests.Fuzz;

/// <summary>Paths on their way to the kernel.</summary>
[TestClass]
public sealed class PathFuzzTests
{
    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void APathIsEncodedWholeOrNotAtAll() =>
        Fuzzer.Text(["/a/b", "/größe/" + new string('\u20ac', 1300), new string('/', 4000), "/\U0001F600"], IsEncoded, few: 10_000);

    private static bool IsEncoded(string path)
    {
        byte[] buffer = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, buffer))
        {
            return false;
        }

        int end = Array.IndexOf(buffer, (byte)0);
        Assert.AreEqual(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(path)), Encoding.UTF8.GetString(buffer, 0, end));
        return true;
    }
}
