import type { Literal } from 'mdast';
import type { CompileContext, Extension as FromMarkdownExtension, Token } from 'mdast-util-from-markdown';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';
import { endOfTag } from '../syntax/tag';

/** The node of a `{% tag %}`: `value` is its whole source. It stands among flow content or among text. */
interface TagNode extends Literal {
  type: 'tag';
}

declare module 'mdast' {
  interface RootContentMap {
    tag: TagNode;
  }
  interface PhrasingContentMap {
    tag: TagNode;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    tag: 'tag';
  }
}

const percent = 37;
const leftBrace = 123;
const rightBrace = 125;
const quote = 34;
const backslash = 92;
const isLineEnd = (code: Code) => code === null || code < -2;

/** A tag that has its line to itself; it ends a paragraph, a table or a list item's text as a fence would. */
const flowTag: Construct = {
  name: 'tag',
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const line: State = (code) => {
      if (!isLineEnd(code)) {
        effects.consume(code);
        return line;
      }
      const source = this.sliceSerialize(effects.exit('tag')).trimEnd();
      return endOfTag(source) === source.length ? ok(code) : nok(code);
    };
    return opening(effects, line, nok);
  },
};

/** A tag within a line of text. */
const textTag: Construct = {
  name: 'tag',
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let quoted = false;
    const start = this.now().offset;
    const failed: State = (code) => {
      if (this.now().offset - start > longFailure) failures.set(this, (failures.get(this) ?? 0) + 1);
      return nok(code);
    };
    if ((failures.get(this) ?? 0) > maximumLongFailures) return nok;
    const inside: State = (code) => {
      if (isLineEnd(code)) return failed(code);
      effects.consume(code);
      if (code === quote) quoted = !quoted;
      if (code === backslash && quoted) return escaped;
      return code === percent && !quoted ? closing : inside;
    };
    const escaped: State = (code) => {
      if (isLineEnd(code)) return failed(code);
      effects.consume(code);
      return inside;
    };
    const closing: State = (code) => {
      if (code !== rightBrace) return inside(code);
      effects.consume(code);
      effects.exit('tag');
      return ok;
    };
    return opening(effects, inside, nok);
  },
};

/** Signs that open a tag which never closes are looked for to the end of the line: a few times in one text, not more. */
const failures = new WeakMap<TokenizeContext, number>();
const longFailure = 200;
const maximumLongFailures = 5;

function opening(effects: Effects, next: State, nok: State): State {
  return (code) => {
    effects.enter('tag');
    effects.consume(code);
    return (following) => {
      if (following !== percent) return nok(following);
      effects.consume(following);
      return next;
    };
  };
}

/** The micromark extension for `{% tag %}`. */
export const tagSyntax: Extension = { flow: { [leftBrace]: flowTag }, text: { [leftBrace]: textTag } };

/** The mdast extension for `{% tag %}`: makes a `TagNode` of each. */
export const tagFromMarkdown: FromMarkdownExtension = {
  enter: {
    tag(this: CompileContext, token: Token) {
      this.enter({ type: 'tag', value: this.sliceSerialize(token).trimEnd() }, token);
    },
  },
  exit: {
    tag(this: CompileContext, token: Token) {
      this.exit(token);
    },
  },
};
