using static CopyOnWrite.Tests.Windows.ModelSecurity;

namespace CopyOnWrite.Tests.Windows;

/// <summary>Which folders are a user's alone, by security descriptors as Windows gives them.</summary>
[TestClass]
public sealed class SecurityDescriptorTests
{
    private static readonly byte[] s_user = User(1001);
    private static readonly byte[] s_other = User(1002);
    private static readonly Entry s_own = new(Allowed, ForFilesAndFolders, FullControl, s_user);

    public static IEnumerable<object[]> Lists =>
    [
        ["the user", CacheProblem.None, Of(s_user, s_own)],
        ["an owner that is Administrators", CacheProblem.None, Of(Administrators, s_own)],
        ["an owner that is SYSTEM", CacheProblem.None, Of(ModelSecurity.System, s_own)],
        ["SYSTEM and Administrators", CacheProblem.None, Of(s_user, s_own, Full(ModelSecurity.System), Full(Administrators))],
        ["readers", CacheProblem.None, Of(s_user, s_own, new Entry(Allowed, ForFilesAndFolders, ReadAndExecute, Everyone))],
        ["who creates a file", CacheProblem.None, Of(s_user, s_own, Full(CreatorOwner))],
        ["others denied", CacheProblem.None, Of(s_user, new Entry(Denied, 0, FullControl, Everyone), s_own)],
        ["nobody", CacheProblem.None, Of(s_user)],
        ["another owner", CacheProblem.WrongOwner, Of(s_other, s_own)],
        ["Users as owner", CacheProblem.WrongOwner, Of(Users, s_own)],
        ["everybody for want of a list", CacheProblem.WritableByOthers, WithoutList(s_user)],
        ["a data volume's", CacheProblem.WritableByOthers, AsADataVolumeHasIt(s_user)],
        ["another user", CacheProblem.WritableByOthers, Of(s_user, s_own, Full(s_other))],
        ["Users", CacheProblem.WritableByOthers, Of(s_user, Full(Users), s_own)],
        ["files only", CacheProblem.WritableByOthers,
            Of(s_user, s_own, new Entry(Allowed, ForFilesAndFolders | OnlyForThoseIn, Modify, AuthenticatedUsers))],
        ["adding files", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(Allowed, 0, 0x2, Everyone))],
        ["deleting files", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(Allowed, 0, 0x40, Everyone))],
        ["deleting the folder", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(Allowed, 0, 0x10000, Everyone))],
        ["changing the list", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(Allowed, 0, 0x40000, Everyone))],
        ["taking it over", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(Allowed, 0, 0x80000, Everyone))],
        ["everything, generic", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(Allowed, 8, 0x10000000, Everyone))],
        ["writing, generic", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(Allowed, 8, 0x40000000, Everyone))],
        ["an entry of another type", CacheProblem.WritableByOthers, Of(s_user, s_own, new Entry(AllowedForObjects, 0, 1, s_user))],
    ];

    [TestMethod]
    [DynamicData(nameof(Lists))]
    public void AFolderIsAUsersAloneWhereNobodyElseMayChangeIt(string whom, object expected, byte[] descriptor) =>
        Assert.AreEqual(expected, SecurityDescriptor.ProblemOf(descriptor, s_user), whom);

    [TestMethod]
    public void TheOneThatIsMadeIsTheUsersAlone()
    {
        byte[] made = SecurityDescriptor.For(s_user);

        Assert.AreEqual(CacheProblem.None, SecurityDescriptor.ProblemOf(made, s_user));
        Assert.AreEqual(CacheProblem.WrongOwner, SecurityDescriptor.ProblemOf(made, s_other));

        // SE_SELF_RELATIVE, SE_DACL_PROTECTED and SE_DACL_PRESENT.
        Assert.AreEqual(0x9004, made[2] | (made[3] << 8));
    }

    [TestMethod]
    public void WhatIsCutOffAnywhereIsNotTrusted()
    {
        foreach (byte[] whole in new[] { SecurityDescriptor.For(s_user), Of(s_user, s_own, Full(Administrators)) })
        {
            for (int length = 0; length < whole.Length; length++)
            {
                Assert.AreNotEqual(CacheProblem.None, SecurityDescriptor.ProblemOf(whole[..length], s_user), $"{length} of {whole.Length}");
            }
        }
    }

    [TestMethod]
    public void OffsetsThatLeadOutsideAreNotTrusted()
    {
        foreach (int field in new[] { 4, 16 })
        {
            foreach (uint offset in new[] { 0u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu })
            {
                byte[] broken = Of(s_user, s_own);
                BitConverter.GetBytes(offset).CopyTo(broken, field);
                Assert.AreNotEqual(CacheProblem.None, SecurityDescriptor.ProblemOf(broken, s_user), $"{field}: {offset:x}");
            }
        }
    }

    private static Entry Full(byte[] sid) => new(Allowed, ForFilesAndFolders, FullControl, sid);
}
