namespace Microsoft.Build.Framework;

/// <summary>
/// Marks a task that may run in the process of a multithreaded build (<c>-mt</c>); others are sent to another process for every call.
/// MSBuild looks for this full name, in whatever assembly, on the class itself (TaskRouter.cs). Hosts before 18.3 lack it.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
internal sealed class MSBuildMultiThreadableTaskAttribute : Attribute;
