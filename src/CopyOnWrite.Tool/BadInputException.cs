using System;

namespace CopyOnWrite.Tool;

/// <summary>The command cannot be carried out as it was given. The message is a sentence, or two, that says what to do.</summary>
internal sealed class BadInputException(string message) : Exception(message);
