import { Tokenizer, TokenizerMode, type TokenHandler } from 'parse5';

/** The maximum of characters of a title. */
const longest = 300;

/** Elements that hold only text (HTML standard, section 13.2.6.4), where tags are no tags. */
const textModes = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ...['title', 'textarea'].map((name) => [name, TokenizerMode.RCDATA] as const),
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

/**
 * The first title with text in a page of HTML. It reads the tags one after the other: the tree of a page that someone else
 * wrote may have the square of as many elements.
 */
export function titleIn(page: string): string | undefined {
  let text: string | undefined;
  let title: string | undefined;
  const add = ({ chars }: { chars: string }) => {
    if (text !== undefined) text += chars;
  };
  const end = () => {
    title = text?.trim().replace(/\s+/g, ' ').slice(0, longest) || undefined;
    text = undefined;
    if (title !== undefined) tokenizer.pause();
  };
  const nothing = () => undefined;
  const handler: TokenHandler = {
    onStartTag: ({ tagName }) => {
      tokenizer.state = textModes.get(tagName) ?? tokenizer.state;
      if (tagName === 'title') text = '';
    },
    onEndTag: end,
    onEof: end,
    onCharacter: add,
    onWhitespaceCharacter: add,
    onNullCharacter: nothing,
    onComment: nothing,
    onDoctype: nothing,
  };
  const tokenizer = new Tokenizer({}, handler);
  tokenizer.write(page, true);
  return title;
}
