namespace CopyOnWrite.Tasks;

/// <summary>The little JSON that the task writes (RFC 8259): netstandard2.0 lacks a writer, and the task ships no other assembly.</summary>
internal static class Json
{
    internal static void Property(StringBuilder json, string name, string value)
    {
        json.Append(",\"").Append(name).Append("\":");
        Text(json, value);
    }

    /// <param name="value">A whole number, or one with a fraction.</param>
    internal static void Property(StringBuilder json, string name, IFormattable value) =>
        json.Append(",\"").Append(name).Append("\":").Append(value.ToString(null, CultureInfo.InvariantCulture));

    internal static void Text(StringBuilder json, string value)
    {
        json.Append('"');
        foreach (char c in value)
        {
            switch (c)
            {
                case '"' or '\\':
                    json.Append('\\').Append(c);
                    break;

                // Also escaped: unpaired surrogates of a file name, which UTF-8 cannot encode.
                case < ' ' or (>= '\ud800' and <= '\udfff'):
                    json.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                    break;
                default:
                    json.Append(c);
                    break;
            }
        }

        json.Append('"');
    }
}
