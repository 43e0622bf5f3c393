const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that is safe to send. */
export class Html {
  constructor(readonly markup: string) {}
}

/** A value in a template; undefined, null and false write nothing. */
export type Part = string | number | Html | readonly Part[] | undefined | null | false;

export const nothing = new Html('');

/** A template of markup: values in it are escaped, unless they are markup themselves. */
export function html(markup: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(tight(markup).reduce((text, next, i) => text + written(parts[i - 1]) + next));
}

const tightened = new WeakMap<TemplateStringsArray, string[]>();

/** Templates are indented for their authors; the output needs no indentation. */
function tight(markup: TemplateStringsArray): string[] {
  let texts = tightened.get(markup);
  if (!texts) tightened.set(markup, (texts = markup.map((text) => text.replace(/\s*\n\s*/g, '\n'))));
  return texts;
}

/** Parts one after the other. */
export const join = (parts: readonly Part[]): Html => new Html(written(parts));

/** Attributes, each with a space before it; `true` is a bare name, what is not there or `false` is left out. */
export function attributes(values: Record<string, string | number | boolean | undefined>): Html {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  return new Html(
    present.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`)).join(''),
  );
}

function written(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return part.map(written).join('');
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
