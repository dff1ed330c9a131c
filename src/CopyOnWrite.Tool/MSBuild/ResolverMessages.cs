using Microsoft.Build.Framework;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// What the SDK resolvers log while projects are evaluated. They are asked in turn, and NuGet's logs which versions it found and in which
/// sources; the others only that they have no such folder.
/// </summary>
internal sealed class ResolverMessages : ILogger
{
    private readonly List<string> _messages = [];

    public LoggerVerbosity Verbosity { get; set; } = LoggerVerbosity.Diagnostic;

    public string? Parameters { get; set; }

    public void Initialize(IEventSource eventSource) => eventSource.MessageRaised += (_, message) =>
    {
        if (message.Message is { } text && text.Contains("NuGetSdkResolver", StringComparison.Ordinal))
        {
            _messages.Add(text);
        }
    };

    public void Shutdown()
    {
    }

    /// <summary>Lines; empty where nothing was logged of it.</summary>
    internal string Of(string sdk, string? version)
    {
        // The "NuGetSdkResolver" resolver attempted to resolve the SDK "NAME/VERSION". Warnings: ... Errors: ...
        string message = _messages.Find(message => message.Contains($"\"{sdk}\"", StringComparison.OrdinalIgnoreCase)
            || message.Contains($"\"{sdk}/{version}", StringComparison.OrdinalIgnoreCase)) ?? string.Empty;
        string errors = message.Split("Errors: ", 2)[^1];
        return string.Join('\n', errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
    }
}
