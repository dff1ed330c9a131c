using System;
using System.IO;
using System.Text;
using System.Threading;

namespace CopyOnWrite.Tasks;

/// <summary>The file of CopyOnWriteReport, to which all processes of a build append at the same time.</summary>
internal sealed class ReportFile
{
    // Another process locks the file while it writes one line; a second is longer than that takes on a healthy disk.
    private const int MostPauses = 200;
    private const int PauseMilliseconds = 5;

    private readonly object _oneAtATime = new();
    private string? _failed;

    /// <summary>Null when the line is in the file, or when this build has already logged in this process why lines are missing.</summary>
    internal string? WhyNotAppended(string path, string line)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(line + "\n");
        lock (_oneAtATime)
        {
            if (_failed == path)
            {
                return null;
            }

            for (int pause = 0; ; pause++)
            {
                try
                {
                    Directory.CreateDirectory(Path.GetDirectoryName(path)!);

                    // FileShare.None: .NET locks the file (on Unix with flock) before it seeks to the end, so that lines do not mix.
                    using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.None);
                    file.Write(bytes, 0, bytes.Length);
                    return null;
                }
                catch (IOException) when (pause < MostPauses && File.Exists(path))
                {
                    Thread.Sleep(PauseMilliseconds);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
                {
                    _failed = path;
                    return e.Message;
                }
            }
        }
    }
}
