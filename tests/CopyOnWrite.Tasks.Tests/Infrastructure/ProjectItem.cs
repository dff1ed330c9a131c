using System.Collections;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>An item as MSBuild's engine hands it to a task: relative paths begin at its project's folder.</summary>
internal class ProjectItem : ITaskItem2
{
    private readonly Dictionary<string, string> _metadata = new(StringComparer.OrdinalIgnoreCase);
    private readonly string _projectFolder;

    /// <param name="metadata">Each as NAME=VALUE.</param>
    internal ProjectItem(string projectFolder, string include, params IEnumerable<string> metadata)
    {
        _projectFolder = projectFolder;
        ItemSpec = include;
        foreach (string[] parts in metadata.Select(text => text.Split('=', 2)))
        {
            _metadata[parts[0]] = parts[1];
        }
    }

    public virtual string ItemSpec { get; set; }

    public string EvaluatedIncludeEscaped
    {
        get => ItemSpec;
        set => ItemSpec = value;
    }

    public ICollection MetadataNames => _metadata.Keys;

    public int MetadataCount => _metadata.Count;

    public string GetMetadata(string metadataName) => metadataName switch
    {
        "FullPath" => Path.GetFullPath(Path.Combine(_projectFolder, ItemSpec)),
        "DefiningProjectFullPath" => Path.Combine(_projectFolder, "test.proj"),
        _ => _metadata.GetValueOrDefault(metadataName, string.Empty),
    };

    public string GetMetadataValueEscaped(string metadataName) => GetMetadata(metadataName);

    public void SetMetadata(string metadataName, string metadataValue) => _metadata[metadataName] = metadataValue;

    public void SetMetadataValueLiteral(string metadataName, string metadataValue) => _metadata[metadataName] = metadataValue;

    public void RemoveMetadata(string metadataName) => _metadata.Remove(metadataName);

    public IDictionary CloneCustomMetadata() => new Dictionary<string, string>(_metadata);

    public IDictionary CloneCustomMetadataEscaped() => CloneCustomMetadata();

    public void CopyMetadataTo(ITaskItem destinationItem)
    {
        foreach ((string name, string value) in _metadata)
        {
            destinationItem.SetMetadata(name, value);
        }
    }
}
