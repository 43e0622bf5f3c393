import { parse, visit, type JSONVisitor, type ParseError } from 'jsonc-parser';
import type { Deviations, Spot } from './deviations';
import type { ParsedText } from './parsed-text';
import { firstLine } from './specification-error';

type Json = Pick<ParsedText, 'value' | 'literalAt'>;

/** The maximum characters of texts that are searched for duplicate keys: the search takes a second for 16 million. */
const longestSearched = 16 * 1024 * 1024;

/** Parses JSON with comments and trailing commas; the message of the failure for invalid JSON. */
export function parseJson(text: string, deviations: Deviations, spot: Spot): Json | { failure: string } {
  const literalAt = (keys: readonly string[]) => literalIn(text, keys);
  try {
    const value: unknown = JSON.parse(text);
    reportTwins(text, deviations, spot);
    return { value, literalAt };
  } catch (error) {
    const errors: ParseError[] = [];
    const value = /^\s*(?:[[{]|\/[/*])/.test(text) ? parsed(text, errors) : undefined;
    if (value === undefined || errors.length > 0) return { failure: firstLine(error) };
    deviations.add(
      'NOT_JSON',
      `The text is no JSON, but read without its comments and extra commas: ${firstLine(error)}`,
      spot,
    );
    return { value, literalAt };
  }
}

/** As in JSON.parse, the last of equal keys counts. */
function reportTwins(text: string, deviations: Deviations, spot: Spot): void {
  if (text.length > longestSearched) return;
  const open: Set<string>[] = [];
  visitShallow(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, _offset, _length, line) => {
      const keys = open.at(-1)!;
      if (keys.has(key))
        deviations.add('DUPLICATE_KEY', `The key ${key} is repeated in line ${line + 1}; the last one counts`, spot);
      keys.add(key);
    },
  });
}

function literalIn(text: string, keys: readonly string[]): string | undefined {
  let found: string | undefined;
  const depth = keys.length;
  let level = 0;
  visitShallow(text, {
    onObjectBegin: () => void level++,
    onObjectEnd: () => void level--,
    onLiteralValue: (value, offset, length, _line, _character, pathOf) => {
      if (typeof value !== 'number' || level !== depth) return;
      if (pathOf().join('\0') === keys.join('\0')) found = text.slice(offset, offset + length);
    },
  });
  return found;
}

function parsed(text: string, errors: ParseError[]): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch {
    // Nested too deeply for the parser.
    return undefined;
  }
}

/** Visits a text, unless it is nested too deeply for the visitor. */
function visitShallow(text: string, visitor: JSONVisitor): void {
  try {
    visit(text, visitor);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
