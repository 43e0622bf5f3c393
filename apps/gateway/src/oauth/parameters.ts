import { invalid, isPlainText, longestOAuthText } from '@bindery/contracts';

/**
 * Those of the parameters that are given; an empty one is none (RFC 6749, section 3.1). Throws 400, and names the parameter, for one
 * that comes twice, is too long, or holds what is no text.
 */
export function parametersOf(names: readonly string[], read: (name: string) => unknown): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const name of names) {
    const value = read(name);
    if (value === undefined || value === '') continue;
    if (!isPlainText(value))
      throw invalid(name, `${name} must be given once, as well-formed text without the character U+0000`);
    if (value.length > longestOAuthText)
      throw invalid(name, `${name} must be at most ${longestOAuthText} characters long`);
    parameters[name] = value;
  }
  return parameters;
}
