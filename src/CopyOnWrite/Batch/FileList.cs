using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace CopyOnWrite;

/// <summary>The library's batch: files without anything that a build adds to them.</summary>
internal sealed class FileList : IFileBatch
{
    private readonly FileCloner _cloner;
    private readonly (string Source, string Destination)[] _files;
    private readonly FileResult[] _results;
    private readonly CancellationToken _cancellation;

    private FileList(FileCloner cloner, (string Source, string Destination)[] files, CancellationToken cancellation)
    {
        _cloner = cloner;
        _files = files;
        _results = new FileResult[files.Length];
        _cancellation = cancellation;
    }

    public int Count => _files.Length;

    public bool IsCancelled => _cancellation.IsCancellationRequested;

    internal static IReadOnlyList<FileResult> CloneOrCopy(
        FileCloner cloner, IReadOnlyList<(string Source, string Destination)> files, CancellationToken cancellation)
    {
        var absolute = new (string Source, string Destination)[files.Count];
        for (int i = 0; i < absolute.Length; i++)
        {
            absolute[i] = (Path.GetFullPath(files[i].Source), Path.GetFullPath(files[i].Destination));
        }

        var list = new FileList(cloner, absolute, cancellation);
        if (absolute.Length > 0)
        {
            var call = new CloneCall(cloner);
            using CloneWorker worker = cloner.NewWorker(call);
            FileBatch.Run(call, list, worker);
        }

        cancellation.ThrowIfCancellationRequested();
        return list._results;
    }

    public string DestinationOf(int file) => _files[file].Destination;

    public bool Do(int file, CloneWorker worker)
    {
        try
        {
            _results[file] = new FileResult(CopyFallback.CloneOrCopy(_cloner, worker, _files[file].Source, _files[file].Destination), null);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _results[file] = new FileResult(default, e);
            return false;
        }
    }
}
