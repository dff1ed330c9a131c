namespace CopyOnWrite.Torture.Campaigns;

/// <summary>One way to torture the product. A campaign is a file here and a line in TortureCommand.</summary>
internal interface ICampaign
{
    /// <summary>For <c>--only</c>.</summary>
    string Name { get; }

    /// <summary>What a point is, and what is looked at after it: a heading of the page.</summary>
    string What { get; }

    Result Run(Ground ground);
}
