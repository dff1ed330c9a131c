using Courier.Contracts;
using Dapper;
using Npgsql;

namespace Courier.Storage;

/// <summary>Keeps what a service sent: in the database that COURIER_DB names, else in memory.</summary>
public sealed class Outbox(string topic)
{
    private const string Insert = "insert into outbox (topic, parcel_id, body) values (@Topic, @ParcelId, @Body)";

    private readonly List<Message> sent = [];

    public int Count => sent.Count;

    /// <summary>Where the messages go, without the password.</summary>
    public static string Describe(string? connectionString)
    {
        if (connectionString is null)
        {
            return "memory";
        }

        var builder = new NpgsqlConnectionStringBuilder(connectionString);
        return $"{builder.Host}:{builder.Port}/{builder.Database}";
    }

    public Message Send(Parcel parcel, string text)
    {
        var message = new Message(topic, parcel.Id, text);
        sent.Add(message);
        return message;
    }

    public async Task FlushAsync(string? connectionString, CancellationToken cancellation)
    {
        if (connectionString is null)
        {
            return;
        }

        await using var connection = new NpgsqlConnection(connectionString);
        foreach (var message in sent)
        {
            var row = new { message.Topic, message.ParcelId, Body = message.ToJson() };
            await connection.ExecuteAsync(new CommandDefinition(Insert, row, cancellationToken: cancellation));
        }
    }
}
