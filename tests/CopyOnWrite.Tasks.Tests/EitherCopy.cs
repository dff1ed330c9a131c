namespace CopyOnWrite.Tasks.Tests;

/// <summary>A call of our Copy or of the built-in by a program, which can pass what no project can.</summary>
internal sealed class EitherCopy : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("cow-either-").FullName;

    /// <param name="onMessage">Called with each message, before the task goes on.</param>
    internal EitherCopy(bool ours, int files, Action<EitherCopy, string>? onMessage = null)
        : this(ours, [.. Enumerable.Range(0, files).Select(i => $"{i}.txt")], onMessage)
    {
    }

    internal EitherCopy(bool ours, string[] names, Action<EitherCopy, string>? onMessage = null)
    {
        Engine = new RecordingEngine { OnMessage = text => onMessage?.Invoke(this, text) };
        Task = ours ? new Copy() : new Microsoft.Build.Tasks.Copy();
        Task.BuildEngine = Engine;
        foreach (string name in names)
        {
            File.WriteAllText(Path.Combine(_folder, name), name);
        }

        Task.SourceFiles = [.. names.Select(name => new ProjectItem(_folder, Path.Combine(_folder, name)))];
        Task.DestinationFiles = [.. names.Select(name => new ProjectItem(_folder, Path.Combine(_folder, "out", name)))];
    }

    internal RecordingEngine Engine { get; }

    internal Microsoft.Build.Tasks.Copy Task { get; }

    /// <summary>The names of the files that are there.</summary>
    internal string[] Written => Directory.Exists(Path.Combine(_folder, "out"))
        ? [.. Directory.GetFiles(Path.Combine(_folder, "out")).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)]
        : [];

    /// <summary>The names in the output of the class that the call was made of; null when it is not set.</summary>
    internal string[]? Copied => Names(Task is Copy ours ? ours.CopiedFiles : Task.CopiedFiles);

    /// <summary>Cancels as the engine does.</summary>
    internal void Cancel() => ((ICancelableTask)Task).Cancel();

    internal static string[]? Names(IEnumerable<ITaskItem>? items) =>
        items is null ? null : [.. items.Select(item => Path.GetFileName(item.ItemSpec)).Order(StringComparer.Ordinal)];

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
