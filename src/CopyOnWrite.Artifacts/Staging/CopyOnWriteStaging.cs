using Microsoft.Build.Framework;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// The task under a unique name, for our own targets. MSBuild uses a registration by full name for calls by the name's
/// last part too, so with a registered Robocopy a repository that calls another package's RoboCopy would get ours.
/// </summary>
[MSBuildMultiThreadableTask]
public sealed class CopyOnWriteStaging : Robocopy
{
}
