using System;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>What a test writes a moment ago is an hour old.</summary>
internal sealed class CallsAnHourLater : SystemCalls
{
    public override long SystemTime() => base.SystemTime() + TimeSpan.TicksPerHour;
}
