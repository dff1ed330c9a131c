using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading;

namespace CopyOnWrite;

/// <summary>The library's batch: files, without anything that a build adds to them.</summary>
internal sealed class FileList : IFileBatch
{
    private readonly FileCloner _cloner;
    private readonly (string Source, string Destination)[] _files;
    private readonly FileResult[] _results;
    private readonly bool _overwrite;
    private readonly CancellationToken _cancellation;
    private int _started;

    private FileList(FileCloner cloner, (string Source, string Destination)[] files, bool overwrite, CancellationToken cancellation)
    {
        _cloner = cloner;
        _files = files;
        _results = new FileResult[files.Length];
        _overwrite = overwrite;
        _cancellation = cancellation;
    }

    public int Count => _files.Length;

    public bool IsCancelled => _cancellation.IsCancellationRequested;

    internal static IReadOnlyList<FileResult> CloneOrCopy(
        FileCloner cloner, IReadOnlyList<(string Source, string Destination)> files, bool overwrite, CancellationToken cancellation)
    {
        var list = new FileList(cloner, Absolute(files), overwrite, cancellation);
        if (list.Count > 0)
        {
            var call = new CloneCall(cloner, mode: CloneMode.Explicit, overwrites: overwrite);
            using CloneWorker worker = cloner.NewWorker(call);
            FileBatch.Run(call, list, worker);
        }

        return list._started == list.Count ? list._results : throw new OperationCanceledException(cancellation);
    }

    public string DestinationOf(int file) => _files[file].Destination;

    public bool Do(int file, CloneWorker worker)
    {
        _ = Interlocked.Increment(ref _started);
        try
        {
            _results[file] = new FileResult(
                CopyFallback.CloneOrCopy(_cloner, worker, _files[file].Source, _files[file].Destination, _overwrite), null);
            return true;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Of whatever type: .NET has more than IOException for what a system may answer (EFBIG is an ArgumentOutOfRangeException).
            _results[file] = new FileResult(default, e);
            return false;
        }
    }

    private static (string Source, string Destination)[] Absolute(IReadOnlyList<(string Source, string Destination)> files)
    {
        bool ignoresCase = !RuntimeInformation.IsOSPlatform(OSPlatform.Linux);
        var destinations = new HashSet<string>(ignoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        var absolute = new (string Source, string Destination)[files.Count];
        for (int i = 0; i < absolute.Length; i++)
        {
            absolute[i] = FilePaths.Absolute(files[i].Source, files[i].Destination);
            if (!destinations.Add(absolute[i].Destination))
            {
                throw new ArgumentException($"Two files have the destination {absolute[i].Destination}.", nameof(files));
            }
        }

        return absolute;
    }
}
