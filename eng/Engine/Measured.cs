using System;
using System.Globalization;

namespace CopyOnWrite.Engine;

/// <param name="Task">From TaskStarted to TaskFinished, as every build log has it: with the parameters' evaluation, without finding the task.</param>
/// <param name="Target">The whole target, whose only task it is: with finding the task and loading its assembly.</param>
/// <param name="PeakKilobytes">The most memory that this process has had yet (VmHWM in proc_pid_status(5)); 0 where unknown.</param>
internal readonly record struct Measured(TimeSpan Task, TimeSpan Target, long PeakKilobytes)
{
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Task.TotalMicroseconds:0.0}\t{Target.TotalMicroseconds:0.0}\t{PeakKilobytes}");
}
