using Microsoft.Build.Framework;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// The task under a name that no other package has, for our own targets. MSBuild takes a registration by full name for calls by the name's
/// last part too, so with Robocopy there a repository that calls another package's RoboCopy would get ours.
/// </summary>
#pragma warning disable CS0436 // Our own attribute of that name, on purpose: hosts before 18.3 have none.
[MSBuildMultiThreadableTask]
#pragma warning restore CS0436
public sealed class CopyOnWriteStaging : Robocopy
{
}
