const maxDepth = 16;

/**
 * Parses Rison, the form of JSON for addresses: `(beta:!t,plan:pro,tags:!(a,b))`. Throws for invalid Rison.
 * Its grammar: https://github.com/Nanonid/rison.
 */
export function parseRison(text: string): unknown {
  const reader = new RisonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class RisonReader {
  private at = 0;

  constructor(private readonly text: string) {}

  value(depth: number): unknown {
    if (depth > maxDepth) throw new SyntaxError('Rison is nested too deep');
    if (this.takes('(')) return this.object(depth);
    if (this.takes('!(')) return this.list(depth);
    if (this.takes('!t')) return true;
    if (this.takes('!f')) return false;
    if (this.takes('!n')) return null;
    if (this.takes("'")) return this.quoted();
    return this.bare();
  }

  end(): void {
    if (this.at < this.text.length) throw new SyntaxError(`Rison ends before character ${this.at + 1}`);
  }

  private object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    while (!this.takes(')')) {
      if (entries.length > 0) this.expect(',');
      const key = this.takes("'") ? this.quoted() : String(this.bare());
      this.expect(':');
      entries.push([key, this.value(depth + 1)]);
    }
    return Object.fromEntries(entries);
  }

  private list(depth: number): unknown[] {
    const items: unknown[] = [];
    while (!this.takes(')')) {
      if (items.length > 0) this.expect(',');
      items.push(this.value(depth + 1));
    }
    return items;
  }

  private quoted(): string {
    let value = '';
    for (;;) {
      const next = this.text[this.at++];
      if (next === undefined) throw new SyntaxError('A text in Rison has no end');
      if (next === "'") return value;
      value += next === '!' ? (this.text[this.at++] ?? '') : next;
    }
  }

  /** A number, or a word without special characters. */
  private bare(): string | number {
    const [word] = /^[^\s'!:(),*@$]+/.exec(this.text.slice(this.at)) ?? [];
    if (!word) throw new SyntaxError(`Rison has no value at character ${this.at + 1}`);
    this.at += word.length;
    return /^-?(0|[1-9]\d*)(\.\d+)?(e-?\d+)?$/.test(word) ? Number(word) : word;
  }

  private takes(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private expect(token: string): void {
    if (!this.takes(token)) throw new SyntaxError(`Rison needs ${token} at character ${this.at + 1}`);
  }
}
