import { ExpressionError } from './expression';

export interface Token {
  type: 'string' | 'number' | 'name' | 'sign' | 'end';
  text: string;
  position: number;
}

const name = /[A-Za-z_$][\w$]*/y;
const number = /\d+(\.\d+)?/y;
const string = /"((?:[^"\\]|\\["'\\nt])*)"|'((?:[^'\\]|\\["'\\nt])*)'/y;
const sign = /===|!==|==|!=|<=|>=|&&|\|\||\?\.|[<>!+\-?:.,()[\]]/y;
const space = /\s+/y;
const escapes: Record<string, string> = { n: '\n', t: '\t' };
// JavaScript's `===` and `!==` mean the same as `==` and `!=` here, as comparisons convert nothing.
const synonyms: Record<string, string> = { '===': '==', '!==': '!=', '?.': '.' };

/** Cuts an expression into its tokens; the last one is the end. Throws `ExpressionError`. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    return pattern.exec(source);
  };
  while (position < source.length) {
    const blank = match(space);
    if (blank) {
      position += blank[0].length;
      continue;
    }
    const read = readToken(match);
    if (!read) throw new ExpressionError(`${JSON.stringify(source[position])} is not expected`, position);
    tokens.push({ type: read.type, text: read.text, position });
    position += read.length;
  }
  return [...tokens, { type: 'end', text: 'the end', position }];
}

function readToken(match: (pattern: RegExp) => RegExpExecArray | null) {
  let found;
  if ((found = match(name))) return { type: 'name' as const, text: found[0], length: found[0].length };
  if ((found = match(number))) return { type: 'number' as const, text: found[0], length: found[0].length };
  if ((found = match(string))) {
    const text = (found[1] ?? found[2] ?? '').replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
    return { type: 'string' as const, text, length: found[0].length };
  }
  if ((found = match(sign))) {
    return { type: 'sign' as const, text: synonyms[found[0]] ?? found[0], length: found[0].length };
  }
  return undefined;
}
