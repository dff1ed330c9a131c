using System.Reflection;

namespace CopyOnWrite.Tests;

/// <summary>The compiler sees that every public member has a comment (CS1591), but not that the comment is whole.</summary>
[TestClass]
public sealed class PublicCommentsTests
{
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void EveryParameterAndResultOfAPublicMethodIsDescribed()
    {
        Assembly library = typeof(FileCloner).Assembly;
        XElement[] comments = [.. XDocument.Load(Path.ChangeExtension(library.Location, ".xml")).Descendants("member")];
        MethodInfo[] methods = [.. library.GetExportedTypes()
            .SelectMany(type => type.GetMethods(
                BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly))
            .Where(method => !method.IsSpecialName && method.Name != nameof(ToString))];
        Assert.HasCount(3, methods);
        foreach (MethodInfo method in methods)
        {
            XElement comment = comments.Single(one => one.Attribute("name")!.Value.StartsWith(
                $"M:{method.DeclaringType!.FullName}.{method.Name}(", StringComparison.Ordinal) && one.Element("returns") is not null);
            CollectionAssert.AreEqual(
                method.GetParameters().Select(parameter => parameter.Name).ToArray(),
                comment.Elements("param").Select(parameter => parameter.Attribute("name")!.Value).ToArray(), method.Name);
        }
    }
}
