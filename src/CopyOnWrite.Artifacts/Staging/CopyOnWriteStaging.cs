using Microsoft.Build.Framework;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// The task under a unique name, for our own targets. MSBuild uses a registration by full name for calls by the name's
/// last part too, so with a registered Robocopy a repository that calls another package's RoboCopy would get ours.
/// </summary>
#pragma warning disable CS0436 // Declared here on purpose: hosts before 18.3 lack the attribute.
[MSBuildMultiThreadableTask]
#pragma warning restore CS0436
public sealed class CopyOnWriteStaging : Robocopy
{
}
