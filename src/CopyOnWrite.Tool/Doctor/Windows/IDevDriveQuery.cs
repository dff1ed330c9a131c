namespace CopyOnWrite.Tool.Doctor.Windows;

/// <summary>What only Windows can answer.</summary>
internal interface IDevDriveQuery
{
    /// <summary>The lines that `fsutil devdrv query X:` prints, in the system's language; null when it fails (Windows 10; no Dev Drive support).</summary>
    string? Query(string volume);
}
