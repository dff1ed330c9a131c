namespace CopyOnWrite.Measurement;

/// <summary>One timed build, in seconds.</summary>
/// <param name="Wall">From the start of `dotnet build` to its end.</param>
/// <param name="Copy">Of all calls of Copy, summed, though some may have run at the same time.</param>
public readonly record struct BuildTime(double Wall, double Copy);
