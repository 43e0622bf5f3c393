import { escapeLine } from '../inlines/escape-markdown';

/** The `# Title` of a page, without a line end. */
export function writeTitle(title: string): string {
  const line = escapeLine(title.replace(/\s+/g, ' ').trim(), { lineStart: true, lineEnd: true });
  return `# ${line.replace(/(\s)(#+)$/, '$1\\$2')}`;
}
