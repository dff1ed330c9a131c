namespace CopyOnWrite.Tests.Stress;

/// <summary>A platform of which nothing but a copy is asked.</summary>
internal abstract class CopyOnly : Platform
{
    internal override CloneWorker NewWorker(CloneCall cloneCall) => new Worker(this);

    internal override bool TryStat(string path, out FileStat seen) => throw new NotSupportedException();

    protected abstract CloneOutcome CopyOnlyThis(string source, string destination);

    private sealed class Worker(CopyOnly cloner) : CloneWorker
    {
        public override CloneOutcome Copy(string source, string destination) => cloner.CopyOnlyThis(source, destination);

        public override bool IsUnchanged(string source, string destination) => throw new NotSupportedException();

        public override void Dispose()
        {
        }
    }
}
