using System;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite;

/// <summary>A caller's handle during a call: closed meanwhile by another thread, its number could be another file's.</summary>
internal readonly struct HeldHandle : IDisposable
{
    private readonly SafeFileHandle _handle;

    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    internal HeldHandle(SafeFileHandle handle)
    {
        bool isHeld = false;
        handle.DangerousAddRef(ref isHeld);
        _handle = handle;
    }

    internal nint Number => _handle.DangerousGetHandle();

    public void Dispose() => _handle.DangerousRelease();
}
