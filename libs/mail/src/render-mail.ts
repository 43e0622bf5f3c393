import { html } from '@bindery/html';
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

/** Writes a mail as plain text and as HTML without pictures, scripts or styles from elsewhere. */
export function renderMail({ subject, paragraphs, code, link, footer }: MailContent): Omit<Mail, 'id' | 'to'> {
  const text = [...paragraphs, code, link && `${link.label}:\n${link.href}`, footer && `-- \n${footer}`]
    .filter((part) => part !== undefined)
    .join('\n\n');
  const parts = [
    ...paragraphs.map((paragraph) => html`<p>${paragraph}</p>`),
    code && html`<p style="font-size:24px;letter-spacing:2px"><strong>${code}</strong></p>`,
    link && html`<p><a href="${link.href}">${link.label}</a></p>`,
    footer && html`<p style="color:#555555;font-size:12px">${footer}</p>`,
  ];
  return {
    // A line break in a title must not begin a header of its own.
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: `${text}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <body style="font-family:sans-serif">
          ${parts}
        </body>
      </html>`.markup,
  };
}
