/** Documents are the deepest values: at most 160 nested blocks, of two levels each. */
export const maxJsonDepth = 500;

/** Whether JSON text nests deeper than `maxJsonDepth`. Code that walks such a value by recursion would overflow the stack. */
export function nestsTooDeep(json: string): boolean {
  // A shortcut for most requests, which are short.
  if (json.length <= maxJsonDepth) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfText(json, at);
    else if (code === openBracket || code === openBrace) {
      if (++depth > maxJsonDepth) return true;
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  return false;
}

const quote = 0x22;
const [openBracket, closeBracket] = [0x5b, 0x5d];
const [openBrace, closeBrace] = [0x7b, 0x7d];

/** The end of the string that begins at a quotation mark, or the end of the JSON if the string does not end. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
