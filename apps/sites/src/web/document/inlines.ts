import { anchorsOf, emojiCharacters, type Data, type Inline, type Mark, type Text } from '@bindery/documents';
import { attributes, html, join, nothing, type Html } from '@bindery/html';
import type { DocumentWriter } from './document-writer';
import { formulaOf } from './formula';
import { iconOf } from './icons';
import { pictureOf } from './pictures';
import { fieldsIn, linkAttributes, refIn, textIn } from './references';

const plainMarks: Record<string, (content: Html) => Html> = {
  bold: (content) => html`<strong>${content}</strong>`,
  italic: (content) => html`<em>${content}</em>`,
  code: (content) => html`<code>${content}</code>`,
  keyboard: (content) => html`<kbd>${content}</kbd>`,
  strikethrough: (content) => html`<s>${content}</s>`,
  superscript: (content) => html`<sup>${content}</sup>`,
  subscript: (content) => html`<sub>${content}</sub>`,
};

/** Text with its marks, outermost first, with anchors before it for the names in kept pieces of HTML. */
export function textOf(node: Text, writer: DocumentWriter): Html {
  return join([
    writer.places(anchorsOf(node)),
    ...node.leaves.map(({ text, marks }) => {
      const lines = text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [html`<br />`, line]));
      return marks.reduceRight((content, mark) => marked(content, mark), join(lines));
    }),
  ]);
}

function marked(content: Html, { type, data }: Mark): Html {
  if (type !== 'color') return plainMarks[type]?.(content) ?? content;
  const classes = [colorClass('text', data?.text), colorClass('back', data?.background)].filter(Boolean).join(' ');
  return classes ? html`<span class="${classes}">${content}</span>` : content;
}

const colors = /^\$?(green|blue|red|orange|yellow|purple|primary|info|success|warning|danger)$/;

function colorClass(what: 'text' | 'back', value: unknown): string {
  const name = colors.exec(textIn(value))?.[1];
  return name ? `${what}-${name}` : '';
}

export function inlineOf(node: Inline, writer: DocumentWriter): Html {
  const write = writers.get(node.type);
  return write ? write(node, writer) : writer.inlines(node.nodes);
}

type InlineWriter = (inline: Inline, writer: DocumentWriter) => Html;

const writers = new Map<string, InlineWriter>(
  Object.entries<InlineWriter>({
    link: ({ data, nodes }, writer) => linked(data, writer.inlines(nodes), writer),
    mention: ({ data }, writer) => linked(data, html`${nameOf(data, writer)}`, writer, 'mention'),
    button: ({ data }, writer) => {
      const content = html`${data.icon ? iconOf(data.icon) : undefined}${textIn(data.label)}`;
      const name = `button ${buttonKind(data)}`;
      const { search } = writer.references;
      // Buttons for questions and searches link to the page of searches.
      if (search && /^(ask|search)$/.test(textIn(fieldsIn(data.action).action)))
        return html`<a${attributes({ class: `${name} finds`, href: search })}>${content}</a>`;
      return linked(data, content, writer, name);
    },
    emoji: ({ data }) => html`${emojiCharacters(textIn(data.code))}`,
    icon: ({ data }) => {
      const color = colorClass('text', data.color);
      return color ? html`<span class="${color}">${iconOf(data.icon)}</span>` : iconOf(data.icon);
    },
    expression: ({ data }) => html`<code class="expression">${textIn(data.expression)}</code>`,
    'inline-math': ({ data }) => {
      const source = textIn(data.formula);
      return formulaOf(source, 'inline') ?? html`<code class="math">${source}</code>`;
    },
    'inline-image': ({ data }, writer) =>
      pictureOf(data, writer.references, {
        className: data.size === 'line' ? 'line' : undefined,
        alt: textIn(data.alt) || textIn(data.caption),
      }),
    annotation: annotationOf,
  }),
);

/** The kinds of inline that have a writer. */
export const knownInlines: readonly string[] = [...writers.keys()];

/** A link where the reference has a target, else its text. */
function linked(data: Data, content: Html, { references }: DocumentWriter, className?: string): Html {
  const ref = refIn(data.ref);
  const href = ref && references.href(ref);
  if (!href) return className ? html`<span class="${className}">${content}</span>` : content;
  return html`<a${attributes({ class: className, ...linkAttributes(href, references) })}>${content}</a>`;
}

function nameOf(data: Data, { references, labels }: DocumentWriter): string {
  const ref = refIn(data.ref);
  return (ref && references.title(ref)) ?? (ref?.kind === 'url' ? ref.url : labels.unknownReference);
}

const buttonKind = ({ kind }: Data): string => (kind === 'secondary' ? 'secondary' : 'primary');

function annotationOf(node: Inline, writer: DocumentWriter): Html {
  const body = writer.fragment(node, 'annotation-body');
  const text = writer.inlines(node.nodes);
  if (body === nothing || body.markup === '') return text;
  const number = writer.note(body);
  return html`<span class="annotation"
    >${text}<sup><a id="noted-${number}" href="#note-${number}">${number}</a></sup></span
  >`;
}
