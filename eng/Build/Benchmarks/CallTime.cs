namespace CopyOnWrite.Build.Benchmarks;

/// <summary>One call of a Copy task.</summary>
/// <param name="Task">µs between the log's TaskStarted and TaskFinished.</param>
/// <param name="Target">µs of the target around it, so with the loading of the task's assembly.</param>
/// <param name="PeakKilobytes">The most memory that the process has had yet.</param>
internal sealed record CallTime(double Task, double Target, long PeakKilobytes);
