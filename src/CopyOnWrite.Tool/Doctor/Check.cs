using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Serialization;
using CopyOnWrite.Tool.Fixes;

namespace CopyOnWrite.Tool.Doctor;

internal enum CheckStatus
{
    /// <summary>As it should be.</summary>
    Ok,

    /// <summary>It works, and could be better.</summary>
    Hint,

    /// <summary>Files are copied that could be cloned, or soon will be.</summary>
    Attention,

    /// <summary>It could not be told, for the reason in the detail.</summary>
    Unknown,
}

/// <summary>What a check found.</summary>
/// <param name="Title">The answer in a few words, as it stands after "Needs attention: ", without a period.</param>
/// <param name="Detail">What was seen, a fact a line; empty when the title says all.</param>
/// <param name="Steps">What to do; null when there is nothing to do.</param>
internal sealed record Finding(CheckStatus Status, string Title, string Detail = "", IReadOnlyList<FixStep>? Steps = null);

/// <param name="Duration">In milliseconds.</param>
internal sealed record CheckResult(
    string Id, string Title, CheckStatus Status, string Detail, [property: JsonIgnore] IReadOnlyList<FixStep> Steps, double Duration)
{
    /// <summary>The steps, a line each; null when there are none.</summary>
    public string? Fix => Steps.Count == 0 ? null : string.Join('\n', Steps.Select(step => step.Text));
}

/// <param name="Id">Does not change between versions.</param>
/// <param name="Find">Null where the question does not arise.</param>
/// <param name="IsOffTopic">It is not about copying, so it is asked only where nothing else needs attention.</param>
internal sealed record Check(string Id, Func<DoctorContext, Finding?> Find, bool IsOffTopic = false);
