import { htmlBlockNames, htmlRawNames } from 'micromark-util-html-tag-name';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';

const lessThan = 60;
const leftBrace = 123;
const percent = 37;
const blockNames = new Set(htmlBlockNames);
const rawNames = new Set(htmlRawNames);

const isLineEnd = (code: Code) => code === null || code < -2;
const isSpace = (code: Code) => code === -2 || code === -1 || code === 32;

/** One complete tag and nothing else: what lets HTML of any name start a block (CommonMark, HTML blocks, condition 7). */
const loneTag =
  /^<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[A-Za-z][A-Za-z0-9-]*\s*)>[ \t]*$/;

/** The next line neither is blank nor starts a tag nor continues lazily. Consumes the line end before it. */
const continues: Construct = {
  partial: true,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const indent: State = (code) => {
      if (isLineEnd(code)) return nok(code);
      if (isSpace(code)) {
        effects.consume(code);
        return indent;
      }
      if (code !== leftBrace) return done(code);
      effects.consume(code);
      return (next) => (next === percent ? nok(next) : done(next));
    };
    const done: State = (code) => {
      effects.exit('data');
      return ok(code);
    };
    return (code) => {
      if (code === null) return nok(code);
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return (first) => {
        if (this.parser.lazy[this.now().line]) return nok(first);
        effects.enter('data');
        return indent(first);
      };
    };
  },
};

/**
 * HTML blocks of the kinds that end at a blank line (CommonMark, conditions 6 and 7), which here also end at a line
 * that starts with `{%`, as the Git Sync dialect writes a picture right before an end tag. `<pre>`, comments and the
 * like, which have an end of their own, are left to the construct of CommonMark.
 */
const htmlBlock: Construct = {
  name: 'htmlFlow',
  concrete: true,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let first = true;
    const atLineEnd: State = (code) => {
      const token = effects.exit('htmlFlowData');
      if (first && !opensBlock(this.sliceSerialize(token), Boolean(this.interrupt))) return nok(code);
      if (first && this.interrupt) return ok(code);
      first = false;
      return effects.check(continues, nextLine, done)(code);
    };
    const line: State = (code) => {
      if (isLineEnd(code)) return atLineEnd(code);
      effects.consume(code);
      return line;
    };
    const nextLine: State = (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      effects.enter('htmlFlowData');
      return line;
    };
    const done: State = (code) => {
      effects.exit('htmlFlow');
      return ok(code);
    };
    return (code) => {
      effects.enter('htmlFlow');
      effects.enter('htmlFlowData');
      effects.consume(code);
      return line;
    };
  },
};

/** Whether a line starts HTML that ends at a blank line, where no paragraph goes before it. */
export const opensHtml = (line: string): boolean => loneTag.test(line) || opensBlock(line, false);

function opensBlock(line: string, interrupting: boolean): boolean {
  const name = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s>]|\/>|$)/.exec(line)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  if (rawNames.has(name)) return false;
  return blockNames.has(name) || (!interrupting && loneTag.test(line));
}

/** The micromark extension for HTML blocks that end at a tag line. */
export const htmlSyntax: Extension = { flow: { [lessThan]: htmlBlock } };
