import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Shows each mail that is written to the folder from now on. The folder must exist. */
export function watchMails(folder: string, show: (text: string) => void): { close(): void } {
  const seen = new Set<string>();
  const watcher = watch(folder, { persistent: false }, (_, name) => {
    if (!name?.endsWith('.eml') || seen.has(name) || !existsSync(join(folder, name))) return;
    seen.add(name);
    describeMail(join(folder, name)).then(show, () => undefined);
  });
  watcher.on('error', () => watcher.close());
  return watcher;
}

/** A mail as it looks best in a terminal. */
async function describeMail(file: string): Promise<string> {
  // Loaded with the first mail: most runs of the platform send none.
  const { readMail } = await import('@bindery/mail');
  const { to, subject, text } = await readMail(file);
  const body = text.replace(/^/gm, '    ');
  return printable(`\n  ✉ Mail to ${to}: ${subject}\n\n${body}\n`);
}

/** Titles and names are other people's: they must not steer the terminal. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '');
