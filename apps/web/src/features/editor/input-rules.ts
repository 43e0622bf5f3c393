import { inputRules, InputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { MarkType, NodeType } from 'prosemirror-model';
import type { EditorState, Plugin, Transaction } from 'prosemirror-state';
import { findWrapping } from 'prosemirror-transform';
import { keptAs } from './commands';
import { schema } from './schema';
import { takesInlines } from './titles';

const { heading, code_block, blockquote, list_unordered, list_ordered, list_tasks, list_item, divider, paragraph } =
  schema.nodes;

/** The sign by which the text of a rule stands for a node that is no text, such as a mention. */
const leaf = '\uFFFC';

/** Puts all that a rule matched into the document, in which the signs that are being typed are missing. */
function withMatch({ doc, tr }: EditorState, match: string, start: number, end: number): Transaction {
  const present = doc.textBetween(start, end, null, leaf);
  let same = 0;
  while (same < match.length && present[same] === match[same]) same++;
  return same === match.length ? tr.delete(start + same, end) : tr.insertText(match.slice(same), start + same, end);
}

/** `**bold**` and its like: all that stands between gets the mark when the last sign is typed. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const [whole, before = '', text = ''] = match;
    if (text === '' || (type.spec.code && text.includes(leaf))) return null;
    if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null;
    const from = start + before.length;
    const signs = (whole.length - before.length - text.length) / 2;
    // Signs in code are code.
    const transaction = withMatch(state, whole, start, end);
    if (transaction.doc.rangeHasMark(from, from + signs, schema.marks.code!)) return null;
    const [inner, close] = [from + signs, from + signs + text.length];
    return transaction
      .addMark(inner, close, type.create())
      .delete(close, close + signs)
      .delete(from, inner)
      .removeStoredMark(type)
      .setMeta('markdown', whole);
  });

/** `# ` and its like: the paragraph becomes another type of block, with its key. */
const textblockRule = (pattern: RegExp, type: NodeType, attributesOf?: (match: RegExpMatchArray) => object) =>
  new InputRule(pattern, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    if (!$start.node(-1).canReplaceWith($start.index(-1), $start.indexAfter(-1), type)) return null;
    return state.tr.delete(start, end).setBlockType(start, start, type, keptAs(type, attributesOf?.(match)));
  });

/** `---` is a divider, before the text that stands behind it. */
const dividerRule = new InputRule(/^---$/, (state, _match, start, end) => {
  const $start = state.doc.resolve(start);
  const { parent } = $start;
  if (parent.type !== paragraph) return null;
  return end < $start.end()
    ? state.tr.delete(start, end).insert($start.before(), divider!.create())
    : state.tr.replaceWith($start.before(), $start.after(), [divider!.create(), paragraph.create()]);
});

/** `$$x^2$$` in the text is a formula of its line. */
const formulaRule = new InputRule(/\$\$([^$]+)\$\$$/, (state, [, formula = ''], start, end) => {
  const { link, code } = schema.marks;
  const holdsMore = formula.includes(leaf) || [link, code].some((mark) => state.doc.rangeHasMark(start, end, mark!));
  const inline = { object: 'inline', type: 'inline-math', isVoid: true, data: { formula } };
  return holdsMore || !takesInlines(state.doc.resolve(start).parent)
    ? null
    : state.tr.replaceWith(start, end, schema.node('opaque_inline', { inline }));
});

/** `[ ]` or `[x]` makes a paragraph, or the bullet list around it, a task. */
const taskRule = new InputRule(/^\[([ x]?)\]\s$/, (state, [, sign], start, end) => {
  const transaction = state.tr.delete(start, end);
  const $start = transaction.doc.resolve(start);
  if ($start.parent.type !== paragraph) return null;
  if ($start.depth >= 3 && $start.node(-2).type === list_unordered) makeTasks(transaction, $start.before(-2));
  else if ($start.node(-1).type === list_item) return null;
  else {
    const range = $start.blockRange();
    const wrapping = range && findWrapping(range, list_tasks!);
    if (!wrapping) return null;
    transaction.wrap(range, wrapping);
  }
  const $item = transaction.doc.resolve(transaction.mapping.slice(1).map(start));
  transaction.setNodeMarkup($item.before(-1), null, { ...$item.node(-1).attrs, data: { checked: sign === 'x' } });
  return transaction;
});

/** Makes the bullet list at a position one of tasks, of which none is done. */
function makeTasks(transaction: Transaction, position: number): void {
  const list = transaction.doc.nodeAt(position)!;
  transaction.setNodeMarkup(position, list_tasks!, list.attrs);
  list.forEach(({ attrs }, offset) =>
    transaction.setNodeMarkup(position + 1 + offset, null, {
      ...attrs,
      data: { checked: false, ...(attrs.data as object) },
    }),
  );
}

/** The Markdown that writers type becomes what it means. */
export const markdownRules: Plugin = inputRules({
  rules: [
    textblockRule(/^(#{1,3})\s$/, heading!, ([, signs = '#']) => ({ level: signs.length })),
    textblockRule(/^```$/, code_block!),
    wrappingInputRule(/^>\s$/, blockquote!),
    wrappingInputRule(/^[-*]\s$/, list_unordered!),
    wrappingInputRule(/^1[.)]\s$/, list_ordered!),
    taskRule,
    dividerRule,
    formulaRule,
    markRule(/(^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, schema.marks.bold!),
    markRule(/(^|[^_\w])_([^_\s](?:[^_]*[^_\s])?)_$/, schema.marks.italic!),
    markRule(/(^|[^`])`([^`]+)`$/, schema.marks.code!),
    markRule(/(^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/, schema.marks.strikethrough!),
  ],
});
