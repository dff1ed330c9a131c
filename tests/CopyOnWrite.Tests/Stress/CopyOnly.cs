namespace CopyOnWrite.Tests.Stress;

/// <summary>A platform of which nothing but a copy is asked.</summary>
internal sealed class CopyOnly(Func<string, string, CloneOutcome> copy) : Platform
{
    internal override CloneWorker NewWorker(CloneCall cloneCall) => new Worker(copy);

    internal override bool TryStat(string path, out FileStat seen) => throw new NotSupportedException();

    private sealed class Worker(Func<string, string, CloneOutcome> copy) : CloneWorker
    {
        public override CloneOutcome Copy(string source, string destination) => copy(source, destination);

        public override bool IsUnchanged(string source, string destination) => throw new NotSupportedException();
    }
}
