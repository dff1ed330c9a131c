using System.Text.Json.Nodes;
using CopyOnWrite.Windows.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Windows.Tests;

/// <summary>The packed `dotnet cow doctor` on prepared repositories: what it says, and that its fix, followed literally, mends it.</summary>
[TestClass]
public sealed class DoctorOnWindowsTests
{
    [TestInitialize]
    public void RequireWine()
    {
        Wine.Require();
        Wine.Be(19045);
    }

    [TestMethod]
    public void TurnedOffByAProperty() =>
        WindowsDoctorRepo.New(WindowsDrive.C, "<PropertyGroup><DisableCopyOnWrite>true</DisableCopyOnWrite></PropertyGroup>")
            .NamesAndMends("switch", "Cloning is turned off by DisableCopyOnWrite=true");

    [TestMethod]
    public void PackagesOnAnotherDriveAreOnAnotherVolume()
    {
        WindowsDoctorRepo repo = WindowsDoctorRepo.New(WindowsDrive.C, packages: Wine.PathOf(WindowsDrive.C.Folder + "/../packages"));
        JsonNode answer = repo.Ask();
        Assert.Fail(answer.ToJsonString(new() { WriteIndented = true }));
    }
}
