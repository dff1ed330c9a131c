namespace Microsoft.Build.Framework;

/// <summary>
/// Marks a task that may run inside the process of a multithreaded build (<c>-mt</c>). MSBuild looks for an attribute of this full name,
/// in whatever assembly, on the class itself (TaskRouter.cs); a class without it is sent to another process for every call. Declared
/// here because hosts before 18.3 lack it.
/// </summary>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
internal sealed class MSBuildMultiThreadableTaskAttribute : Attribute
{
}
