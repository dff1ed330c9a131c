using Microsoft.Build.Framework;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// What the SDK resolvers say while a project is evaluated. They are asked in turn, and the one of NuGet says which versions it found and
/// in which sources; the others only that they have no such folder.
/// </summary>
internal sealed class ResolverMessages : ILogger
{
    private const string NuGet = "NuGetSdkResolver";

    private readonly List<string> _messages = [];

    public LoggerVerbosity Verbosity { get; set; } = LoggerVerbosity.Diagnostic;

    public string? Parameters { get; set; }

    public void Initialize(IEventSource eventSource) => eventSource.MessageRaised += (_, message) =>
    {
        if (message.Message is { } text && text.Contains(NuGet, StringComparison.Ordinal))
        {
            _messages.Add(text);
        }
    };

    public void Shutdown()
    {
    }

    /// <summary>Lines; empty where nothing was said of it.</summary>
    internal string Of(string sdk)
    {
        // The "NuGetSdkResolver" resolver attempted to resolve the SDK "NAME/VERSION". Warnings: ... Errors: ...
        string message = _messages.Find(message => message.Contains($"\"{sdk}\"", StringComparison.OrdinalIgnoreCase)
            || message.Contains($"\"{sdk}/", StringComparison.OrdinalIgnoreCase)) ?? string.Empty;
        string errors = message.Split("Errors: ", 2)[^1];
        return string.Join('\n', errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
    }
}
