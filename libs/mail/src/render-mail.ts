import { html, type Html } from '@bindery/html';
import type { Mail } from './mail';

interface MailLink {
  label: string;
  href: string;
}

/** The content of a mail, from top to bottom. Everything is plain text; the template sees to the markup. */
interface MailContent {
  subject: string;
  paragraphs: string[];
  /** To be typed somewhere. */
  code?: string;
  link?: MailLink;
  /** In small print, after the rest. */
  footer?: string;
  /** Follows the footer. */
  footerLink?: MailLink;
}

/** Writes a mail as plain text and as HTML without pictures, scripts or styles from elsewhere. */
export function renderMail({
  subject,
  paragraphs,
  code,
  link,
  footer,
  footerLink,
}: MailContent): Omit<Mail, 'id' | 'to'> {
  const smallPrint = footer && joined('\n', [`-- \n${footer}`, footerLink && textLink(footerLink)]);
  const text = joined('\n\n', [...paragraphs, code, link && textLink(link), smallPrint]);
  const parts = [
    ...paragraphs.map((paragraph) => html`<p>${paragraph}</p>`),
    code && html`<p style="font-size:24px;letter-spacing:2px"><strong>${code}</strong></p>`,
    link && html`<p>${htmlLink(link)}</p>`,
    footer && html`<p style="color:#555555;font-size:12px">${footer} ${footerLink && htmlLink(footerLink)}</p>`,
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

const joined = (between: string, parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(between);

const textLink = ({ label, href }: MailLink): string => `${label}:\n${href}`;

const htmlLink = ({ label, href }: MailLink): Html => html`<a href="${href}">${label}</a>`;
