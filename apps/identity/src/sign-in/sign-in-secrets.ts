import { createHmac, timingSafeEqual } from 'node:crypto';

// Without I, L, O and U, which are easily mistaken for others (Crockford's base 32).
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 8;

/**
 * The code and link in the mail of a sign-in. Both are computed from the sign-in's id and the installation's key, so that they
 * are stored neither in the table nor in the job that sends the mail.
 */
export class SignInSecrets {
  /** The first key creates them, all keys verify them. */
  constructor(private readonly keys: readonly Buffer[]) {}

  /** 40 bits, to be typed: `ABCD-1234`. Safe because a sign-in permits few tries. */
  code(id: string, key = this.keys[0]!): string {
    const bytes = mac(key, 'code', id);
    const letters = Array.from({ length: codeLength }, (_, i) => alphabet.charAt(bytes[i]! % 32)).join('');
    return `${letters.slice(0, 4)}-${letters.slice(4)}`;
  }

  isCode(id: string, typed: string): boolean {
    const plain = typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replace(/[IL]/g, '1')
      .replaceAll('O', '0');
    return this.keys.some((key) => equal(plain, this.code(id, key).replace('-', '')));
  }

  /** The last part of the link: the id with 256 bits that only this installation can create. */
  link(id: string, key = this.keys[0]!): string {
    return `${id}.${mac(key, 'link', id).toString('base64url')}`;
  }

  /** The sign-in of a link; undefined when this installation did not create the link. */
  ofLink(link: string): string | undefined {
    const id = link.slice(0, link.indexOf('.'));
    return this.keys.some((key) => equal(link, this.link(id, key))) ? id : undefined;
  }
}

const mac = (key: Buffer, purpose: string, id: string): Buffer =>
  createHmac('sha256', key).update(`sign-in ${purpose}\0${id}`).digest();

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
