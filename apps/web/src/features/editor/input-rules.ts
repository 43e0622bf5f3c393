import { inputRules, InputRule, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { MarkType } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { schema } from './schema';

const { heading, code_block, blockquote, list_unordered, list_ordered, divider, paragraph } = schema.nodes;

/** `**bold**` and its like: the text between gets the mark when the last sign is typed. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const [whole, before = '', text = ''] = match;
    if (text === '') return null;
    const from = start + before.length;
    const marked = schema.text(text, [...state.doc.resolve(start).marks(), type.create()]);
    return state.tr.replaceWith(from, end, marked).removeStoredMark(type).setMeta('markdown', whole);
  });

const dividerRule = new InputRule(/^---$/, (state, _match, start) => {
  const $start = state.doc.resolve(start);
  if ($start.parent.type !== paragraph) return null;
  return state.tr.replaceWith($start.before(), $start.after(), [divider!.create(), paragraph!.create()]);
});

/** `$$x^2$$` in the text is a formula of its line. */
const formulaRule = new InputRule(/\$\$([^$]+)\$\$$/, (state, [, formula = ''], start, end) => {
  const inline = { object: 'inline', type: 'inline-math', isVoid: true, data: { formula } };
  return state.doc.resolve(start).parent.type.spec.code
    ? null
    : state.tr.replaceWith(start, end, schema.node('opaque_inline', { inline }));
});

/** The Markdown that writers type becomes what it means. */
export const markdownRules: Plugin = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,3})\s$/, heading!, ([, signs = '#']) => ({ level: signs.length })),
    textblockTypeInputRule(/^```$/, code_block!),
    wrappingInputRule(/^>\s$/, blockquote!),
    wrappingInputRule(/^[-*]\s$/, list_unordered!),
    wrappingInputRule(/^1[.)]\s$/, list_ordered!),
    dividerRule,
    formulaRule,
    markRule(/(^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, schema.marks.bold!),
    markRule(/(^|[^_\w])_([^_\s](?:[^_]*[^_\s])?)_$/, schema.marks.italic!),
    markRule(/(^|[^`])`([^`]+)`$/, schema.marks.code!),
    markRule(/(^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/, schema.marks.strikethrough!),
  ],
});
