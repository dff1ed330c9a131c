namespace Foundry.Ids;

public readonly record struct MaterialId(string Value)
{
    public override string ToString() => Value;
}

public readonly record struct PartId(string Value)
{
    public override string ToString() => Value;
}

public readonly record struct MachineId(string Value)
{
    public override string ToString() => Value;
}

public readonly record struct OrderId(int Value)
{
    public override string ToString() => $"#{Value}";
}
