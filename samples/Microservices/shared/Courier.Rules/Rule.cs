using System.Globalization;
using Courier.Contracts;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Courier.Rules;

/// <summary>A condition on a parcel, written as a C# expression such as <c>WeightKg &gt; 30</c>.</summary>
public sealed class Rule
{
    private readonly ExpressionSyntax expression;

    private Rule(ExpressionSyntax expression)
    {
        this.expression = expression;
    }

    public static Rule Parse(string text)
    {
        var expression = SyntaxFactory.ParseExpression(text);
        var error = expression.GetDiagnostics().FirstOrDefault(d => d.Severity == DiagnosticSeverity.Error);
        return error is null ? new Rule(expression) : throw new FormatException($"{text}: {error.GetMessage()}");
    }

    public bool Holds(Parcel parcel) => new Evaluator(parcel).Visit(expression) is true;

    public override string ToString()
    {
        using var workspace = new AdhocWorkspace();
        return Formatter.Format(expression, workspace).ToString();
    }

    private sealed class Evaluator(Parcel parcel) : CSharpSyntaxVisitor<object?>
    {
        public override object? VisitParenthesizedExpression(ParenthesizedExpressionSyntax node) => Visit(node.Expression);

        public override object? VisitLiteralExpression(LiteralExpressionSyntax node) =>
            node.Token.Value is int or double
                ? Convert.ToDecimal(node.Token.Value, CultureInfo.InvariantCulture)
                : node.Token.Value;

        public override object? VisitIdentifierName(IdentifierNameSyntax node) => node.Identifier.Text switch
        {
            nameof(Parcel.Country) => parcel.Country,
            nameof(Parcel.WeightKg) => parcel.WeightKg,
            nameof(Parcel.Value) => parcel.Value,
            var other => throw new FormatException($"A parcel has no {other}."),
        };

        public override object? VisitBinaryExpression(BinaryExpressionSyntax node)
        {
            var left = Visit(node.Left);
            return node.Kind() switch
            {
                SyntaxKind.LogicalAndExpression => left is true && Visit(node.Right) is true,
                SyntaxKind.LogicalOrExpression => left is true || Visit(node.Right) is true,
                SyntaxKind.EqualsExpression => Equals(left, Visit(node.Right)),
                SyntaxKind.NotEqualsExpression => !Equals(left, Visit(node.Right)),
                SyntaxKind.GreaterThanExpression => Number(left) > Number(Visit(node.Right)),
                SyntaxKind.LessThanExpression => Number(left) < Number(Visit(node.Right)),
                _ => throw new FormatException($"{node.OperatorToken} is not known here."),
            };
        }

        private static decimal Number(object? value) =>
            value is decimal number ? number : throw new FormatException($"{value} is not a number.");
    }
}
