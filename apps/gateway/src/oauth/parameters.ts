import { invalid, isPlainText, longestOAuthText } from '@bindery/contracts';

/**
 * The given parameters; an empty one counts as absent (RFC 6749, section 3.1). Throws 400, and names the parameter, for one
 * that is repeated, too long, or no valid text.
 */
export function parametersOf(names: readonly string[], read: (name: string) => unknown): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const name of names) {
    const value = read(name);
    if (value === undefined || value === '') continue;
    if (!isPlainText(value))
      throw invalid(name, `${name} must be sent once, as well-formed text without the character U+0000`);
    if (value.length > longestOAuthText)
      throw invalid(name, `${name} must be at most ${longestOAuthText} characters long`);
    parameters[name] = value;
  }
  return parameters;
}
