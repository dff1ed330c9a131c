using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>A part of a change to the system.</summary>
/// <param name="Text">What --dry-run prints: the command, or for what the tool does itself a command that does the same.</param>
/// <param name="Undo">
/// Called also if <paramref name="Do"/> failed or was stopped half-way: it looks at what is there. Null where there is nothing to undo.
/// </param>
internal sealed record Step(string Text, Func<CancellationToken, Task> Do, Func<Task>? Undo = null)
{
    /// <summary>All of them, or none: what fails or is stopped is undone, the last step first.</summary>
    internal static async Task RunAsync(IReadOnlyList<Step> steps, CancellationToken cancel)
    {
        var begun = new Stack<Step>();

        // A terminal that is closed stops it as Ctrl+C does; both of the others are System.CommandLine's.
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        using var hangup = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
        {
            signal.Cancel = true;
            stop.Cancel();
        });
        try
        {
            foreach (Step step in steps)
            {
                stop.Token.ThrowIfCancellationRequested();
                begun.Push(step);
                await step.Do(stop.Token);
            }
        }
        catch (Exception e)
        {
            List<string> left = await UndoAsync(begun);
            if (left.Count == 0 && e is not (BadInputException or IOException or UnauthorizedAccessException or OperationCanceledException))
            {
                throw;
            }

            throw Refusal(e, begun.Count > 1 ? "What had been done was undone." : "Nothing was changed.", left);
        }
    }

    private static async Task<List<string>> UndoAsync(Stack<Step> begun)
    {
        List<string> left = [];
        foreach (Step step in begun.Where(step => step.Undo is not null))
        {
            try
            {
                await step.Undo!();
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                left.Add(e.Message);
            }
        }

        return left;
    }

    private static BadInputException Refusal(Exception e, string undone, List<string> left)
    {
        (string code, string why) = e switch
        {
            OperationCanceledException => ("COW1049", "Stopped before the end."),
            BadInputException { Code: { } own } => (own, e.Message),
            UnauthorizedAccessException => ("COW1048", e.Message.TrimEnd('.') + ". Run this with sudo, or name a folder of your own."),
            _ => ("COW1048", e.Message.TrimEnd('.') + "."),
        };
        return left.Count == 0
            ? new BadInputException($"{why} {undone}", code)
            : new BadInputException($"{why} Not everything could be undone: {string.Join(' ', left)}", "COW1053");
    }
}
