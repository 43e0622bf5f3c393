import { readFile } from 'node:fs/promises';

/** The parts of a written mail that tests and developers read. */
export interface WrittenMail {
  to: string;
  subject: string;
  /** The plain text. */
  text: string;
}

/** Reads a mail that `FolderMailer` wrote. */
export async function readMail(file: string): Promise<WrittenMail> {
  const source = (await readFile(file, 'latin1')).replaceAll('\r\n', '\n');
  const { head, body } = split(source);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => split(part.trimStart())) : [{ head, body }];
  const plain = parts.find((part) => /^content-type: text\/plain/im.test(part.head)) ?? { head: '', body: '' };
  return { to: header(head, 'To'), subject: header(head, 'Subject'), text: decode(plain).trim() };
}

function split(part: string): { head: string; body: string } {
  const end = part.indexOf('\n\n');
  if (end < 0) return { head: part, body: '' };
  // Folded header lines are one line (RFC 5322, section 2.2.3).
  return { head: part.slice(0, end).replace(/\n[ \t]+/g, ' '), body: part.slice(end + 2) };
}

function header(head: string, name: string): string {
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : quotedPrintable(word.replaceAll('_', ' ')).toString(),
    );
}

function decode({ head, body }: { head: string; body: string }): string {
  const encoding = /^content-transfer-encoding: (.*)$/im.exec(head)?.[1]?.trim().toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return quotedPrintable(body).toString();
  return Buffer.from(body, 'latin1').toString();
}

/** RFC 2045, section 6.7. */
function quotedPrintable(text: string): Buffer {
  const octets = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(octets, 'latin1');
}
