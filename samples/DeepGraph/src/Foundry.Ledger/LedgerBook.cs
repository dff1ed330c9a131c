using System.Data;
using Dapper;
using Foundry.Money;
using Foundry.Purchasing;
using Foundry.Quality;
using Foundry.Routing;

namespace Foundry.Ledger;

public sealed record LedgerRow(string Account, decimal Amount);

/// <summary>A table of bookings: purchases, and a reserve for the pieces that inspection uses up.</summary>
public sealed class LedgerBook : IDisposable
{
    private readonly DataTable table = new();

    public LedgerBook()
    {
        table.Columns.Add(nameof(LedgerRow.Account), typeof(string));
        table.Columns.Add(nameof(LedgerRow.Amount), typeof(decimal));
    }

    public Cash Total => Rows().Aggregate(Cash.Zero, (sum, row) => sum + new Cash(row.Amount));

    public void Book(PurchaseLine line) => table.Rows.Add($"material:{line.Material.Id}", line.Cost.Amount);

    public void Reserve(QualityGate gate, Route route, int pieces) =>
        table.Rows.Add($"scrap:{route.Part.Id}", (route.Part.ListPrice * gate.SampleSize(route, pieces) * 0.1m).Amount);

    public IReadOnlyList<LedgerRow> Rows()
    {
        using var reader = table.CreateDataReader();
        return [.. reader.Parse<LedgerRow>()];
    }

    public void Dispose() => table.Dispose();
}
