namespace Foundry.Results;

/// <summary>A value, or the reason why there is none.</summary>
public sealed class Result<T>
{
    private readonly T? value;

    private Result(T? value, string? error)
    {
        this.value = value;
        Error = error;
    }

    public string? Error { get; }

    public bool Succeeded => Error is null;

    public static Result<T> Ok(T value) => new(value, null);

    public static Result<T> Fail(string error) => new(default, error);

    public T OrThrow() => Error is null ? value! : throw new InvalidOperationException(Error);

    public T Or(T fallback) => Error is null ? value! : fallback;
}
