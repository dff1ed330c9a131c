using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// What the SDK resolvers say while a project is evaluated. They are asked in turn, and the one of NuGet says which versions it found and
/// in which sources; the others only that they have no such folder.
/// </summary>
internal sealed class ResolverMessages : ILogger
{
    private const string NuGet = "NuGetSdkResolver";
    private const string Errors = "Errors: ";

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
    internal string Of(string sdk) => _messages.Where(message => IsOf(message, sdk)).Select(ErrorsOf).FirstOrDefault() ?? string.Empty;

    // The "NuGetSdkResolver" resolver attempted to resolve the SDK "NAME/VERSION". Warnings: ... Errors: ...
    private static bool IsOf(string message, string sdk) =>
        message.Contains($"\"{sdk}\"", StringComparison.OrdinalIgnoreCase)
        || message.Contains($"\"{sdk}/", StringComparison.OrdinalIgnoreCase);

    private static string ErrorsOf(string message)
    {
        int errors = message.IndexOf(Errors, StringComparison.Ordinal);
        string text = message[(errors < 0 ? 0 : errors + Errors.Length)..];
        return string.Join('\n', text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
    }
}
