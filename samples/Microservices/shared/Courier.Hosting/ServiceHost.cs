using Courier.Contracts;
using Courier.Storage;
using Polly;
using Polly.Retry;
using Spectre.Console;

namespace Courier.Hosting;

public static class ServiceHost
{
    public static async Task<int> RunAsync(IParcelHandler handler, string[] args)
    {
        if (args.Contains("--bench"))
        {
            HandlerBenchmark.Run(handler);
            return 0;
        }

        var settings = ServiceSettings.Load(AppContext.BaseDirectory);
        var table = new Table().Title(settings.Title).AddColumns("Parcel", "Concerned", "Message");
        foreach (var parcel in Parcel.Samples)
        {
            var concerned = handler.Concerns.Holds(parcel);
            var text = concerned ? handler.Handle(parcel).Text : "-";
            table.AddRow($"{parcel.Id} {parcel.Country}", concerned ? "yes" : "no", Markup.Escape(text));
        }

        AnsiConsole.Write(table);

        var database = Environment.GetEnvironmentVariable("COURIER_DB");
        await Retry(settings.Retries).ExecuteAsync(async token => await handler.Outbox.FlushAsync(database, token));
        AnsiConsole.MarkupLineInterpolated(
            $"{handler.Outbox.Count} messages to {Outbox.Describe(database)} for parcels with {handler.Concerns}");
        return 0;
    }

    private static ResiliencePipeline Retry(int retries) => new ResiliencePipelineBuilder()
        .AddRetry(new RetryStrategyOptions { MaxRetryAttempts = retries, Delay = TimeSpan.FromMilliseconds(200) })
        .Build();
}
