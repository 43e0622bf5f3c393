const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that is safe to send. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = string | Html | readonly Html[];

/** A template of markup: whatever is put into it is escaped, unless it is markup itself. */
export function html(markup: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(markup.reduce((text, next, i) => text + written(parts[i - 1]!) + next));
}

function written(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => entities[character]!);
  return part.map(written).join('');
}
