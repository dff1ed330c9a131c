using Courier.Contracts;
using Courier.Rules;
using Courier.Storage;

namespace Courier.Hosting;

public interface IParcelHandler
{
    /// <summary>Tells which parcels need this service's attention.</summary>
    Rule Concerns { get; }

    Outbox Outbox { get; }

    Message Handle(Parcel parcel);
}
