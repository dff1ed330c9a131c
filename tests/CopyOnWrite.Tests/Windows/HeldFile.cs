namespace CopyOnWrite.Tests.Windows;

/// <summary>A file as a living process makes it under a temporary name, until disposed.</summary>
internal sealed class HeldFile : IDisposable
{
    private readonly Win32Calls _calls;
    private readonly nint _handle;

    internal HeldFile(Win32Calls calls, string path, uint share = 0)
    {
        _calls = calls;
        Assert.AreEqual(0, calls.CreateFile(path, GENERIC_WRITE, share, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, out _handle));
    }

    public void Dispose() => _calls.CloseHandle(_handle);
}
