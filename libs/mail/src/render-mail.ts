import type { Mail } from './mail';

/** The content of a mail, from top to bottom. Everything is plain text; the template sees to the markup. */
interface MailContent {
  subject: string;
  paragraphs: string[];
  /** To be typed somewhere. */
  code?: string;
  link?: { label: string; href: string };
  /** In small print, after the rest. */
  footer?: string;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/** Writes a mail as plain text and as HTML without pictures, scripts or styles from elsewhere. */
export function renderMail({ subject, paragraphs, code, link, footer }: MailContent): Omit<Mail, 'id' | 'to'> {
  const text = [...paragraphs, code, link && `${link.label}:\n${link.href}`, footer && `-- \n${footer}`]
    .filter((part) => part !== undefined)
    .join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    code && `<p style="font-size:24px;letter-spacing:2px"><strong>${escapeHtml(code)}</strong></p>`,
    link && `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`,
    footer && `<p style="color:#555555;font-size:12px">${escapeHtml(footer)}</p>`,
  ];
  return {
    // A line break in a title must not begin a header of its own.
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: `${text}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif">${html.filter(Boolean).join('')}</body></html>`,
  };
}
