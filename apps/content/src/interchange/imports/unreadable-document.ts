import { assignKeys, parseMarkdown, type LinkResolver } from '@bindery/documents';
import { newDocument, type NewDocument } from '../../model/pages/new-document';
import { textHash } from '../../storage/store/canonical-json';

/** The document of a page whose file is unreadable. `reason` is a sentence; `file` is the id of the file, if there is one. */
export function unreadableDocument(reason: string, file: string | undefined): NewDocument {
  const links: LinkResolver = { refOf: () => ({ kind: 'file', file: file! }), urlOf: () => '' };
  const raw = file === undefined ? '' : '\n\n[Open the file](raw)';
  const text = `{% hint style="danger" %}\nThis page cannot be shown: ${escapeMarkup(reason)}${raw}\n{% endhint %}\n`;
  const prefix = textHash(text).slice(0, 10);
  let count = 0;
  return newDocument(assignKeys(parseMarkdown(text, { links }), () => `${prefix}${(count++).toString(36)}`));
}

/** Reasons quote file names. */
const escapeMarkup = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&').replace(/\s+/g, ' ');
