using System;

namespace CopyOnWrite.Tests.Stress;

/// <summary>A cloner of which nothing but a copy is asked.</summary>
internal abstract class CopyOnly : FileCloner
{
    internal override CloneWorker NewWorker(CloneCall cloneCall) => new Worker(this, cloneCall.Policy);

    internal override bool TryStat(string path, out FileSnapshot seen) => throw new NotSupportedException();

    protected abstract CloneOutcome Copy(string source, string destination, ClonePolicy policy);

    private sealed class Worker(CopyOnly cloner, ClonePolicy policy) : CloneWorker
    {
        public override CloneOutcome Copy(string source, string destination) => cloner.Copy(source, destination, policy);

        public override bool IsUnchanged(string source, string destination) => throw new NotSupportedException();

        public override void Dispose()
        {
        }
    }
}
