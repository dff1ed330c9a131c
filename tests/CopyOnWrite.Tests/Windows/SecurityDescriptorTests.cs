using static CopyOnWrite.Tests.Windows.ModelSecurity;

namespace CopyOnWrite.Tests.Windows;

/// <summary>Which folders are a user's alone, by security descriptors as Windows gives them.</summary>
[TestClass]
public sealed class SecurityDescriptorTests
{
    private static readonly string s_user = User(1001);
    private static readonly string s_other = User(1002);
    private static readonly string s_own = Allowed(FullControl, s_user);

    public static IEnumerable<object[]> Lists =>
    [
        ["the user", CacheProblem.None, Of(s_user, s_own)],
        ["an owner that is Administrators", CacheProblem.None, Of(Administrators, s_own)],
        ["an owner that is SYSTEM", CacheProblem.None, Of(ModelSecurity.System, s_own)],
        ["SYSTEM and Administrators", CacheProblem.None, Of(s_user, s_own, Full(ModelSecurity.System), Full(Administrators))],
        ["readers", CacheProblem.None, Of(s_user, s_own, Allowed("FR", Everyone), Allowed(ReadAndExecute, Users))],
        ["who creates a file", CacheProblem.None, Of(s_user, s_own, Full(CreatorOwner, "OICIIO"))],
        ["a file's own list", CacheProblem.None, Of(s_user, Allowed(FullControl, s_user, "ID"), Full(Administrators, "ID"))],
        ["another owner", CacheProblem.WrongOwner, Of(s_other, s_own)],
        ["one whose name begins as the user's", CacheProblem.WrongOwner, Of(s_user + "1", s_own)],
        ["Users as owner", CacheProblem.WrongOwner, Of(Users, s_own)],
        ["no owner", CacheProblem.WrongOwner, "D:" + s_own],
        ["everybody for want of a list", CacheProblem.WritableByOthers, $"O:{s_user}"],
        ["everybody for want of a list, as Windows has it", CacheProblem.WritableByOthers, $"O:{s_user}D:NO_ACCESS_CONTROL"],
        ["the same of a list that is not inherited", CacheProblem.WritableByOthers, $"O:{s_user}D:PNO_ACCESS_CONTROL"],
        ["a data volume's", CacheProblem.WritableByOthers, AsADataVolumeHasIt(s_user)],
        ["another user", CacheProblem.WritableByOthers, Of(s_user, s_own, Full(s_other))],
        ["Users", CacheProblem.WritableByOthers, Of(s_user, Full(Users), s_own)],
        ["files only", CacheProblem.WritableByOthers, Of(s_user, s_own, Allowed(Modify, AuthenticatedUsers, "OICIIO"))],
        ["readers of another kind", CacheProblem.WritableByOthers, Of(s_user, s_own, Allowed("GR", Everyone))],
        ["writing, after reading", CacheProblem.WritableByOthers, Of(s_user, s_own, Allowed("FRFW", Everyone))],
        ["writing, by number", CacheProblem.WritableByOthers, Of(s_user, s_own, Allowed("0x1200ab", Everyone))],
        ["an entry of another type", CacheProblem.WritableByOthers, Of(s_user, s_own, "(OA;;FR;;;WD)")],
        ["others denied", CacheProblem.WritableByOthers, Of(s_user, "(D;;FA;;;WD)", s_own)],
        ["a list without entries", CacheProblem.WritableByOthers, Of(s_user)],
        ["one whose name ends as the user's", CacheProblem.WritableByOthers, Of(s_user, s_own, Full("9" + s_user))],
        ["an entry with a condition", CacheProblem.WritableByOthers, Of(s_user, s_own, "(XA;;FX;;;WD;(@User.Title == \"PM\"))")],
        ["a condition that ends as an entry", CacheProblem.WritableByOthers, Of(s_user, s_own, $"(XA;;FX;;;WD;(Title == \";{s_user})")],
    ];

    [TestMethod]
    [DynamicData(nameof(Lists))]
    public void AFolderIsAUsersAloneWhereNobodyElseMayChangeIt(string whom, object expected, string descriptor) =>
        Assert.AreEqual(expected, SecurityDescriptor.ProblemOf(descriptor, s_user), whom);

    [TestMethod]
    public void TheOneThatIsMadeIsTheUsersAlone()
    {
        string made = SecurityDescriptor.For(s_user);

        Assert.AreEqual(CacheProblem.None, SecurityDescriptor.ProblemOf(made, s_user));
        Assert.AreEqual(CacheProblem.WrongOwner, SecurityDescriptor.ProblemOf(made, s_other));
        Assert.Contains("D:P(", made, "Nothing is inherited.");
    }

    private static string Full(string user, string flags = "OICI") => Allowed(FullControl, user, flags);
}
