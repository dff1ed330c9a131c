namespace CopyOnWrite.Tests.OnWindows;

/// <summary>A volume that says it clones and may not: what the strategy then asks for is counted.</summary>
internal sealed unsafe class CallsOnAVolumeThatClones : SystemCalls
{
    private int _clonesAskedFor;

    internal int ClonesAskedFor => _clonesAskedFor;

    public override int GetVolumeFlags(nint file, out uint flags)
    {
        int error = base.GetVolumeFlags(file, out flags);
        flags |= Win32Native.FILE_SUPPORTS_BLOCK_REFCOUNTING;
        return error;
    }

    public override int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize)
    {
        if (code == Win32Native.FSCTL_DUPLICATE_EXTENTS_TO_FILE)
        {
            Interlocked.Increment(ref _clonesAskedFor);
        }

        return base.DeviceIoControl(file, code, input, inputSize, output, outputSize);
    }
}
