import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

type Header = Record<string, unknown>;

/** A JWT with any header and payload, signed by HMAC with a key. */
export function forge(
  key: string | Buffer,
  payload: object,
  { header = { alg: 'HS256', typ: 'JWT' }, hash = 'sha256' }: { header?: Header; hash?: string } = {},
): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const jwk = { kty: 'oct', k: encode('attacker') };

function byRsa(payload: object, header: Header): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${signWith('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** Tokens that a site must refuse, by their fault: `key` is its own, `other` another site's, `now` in seconds. */
export function forgedTokens(key: string, other: { key: string; id: string }, now: number): Record<string, string> {
  const payload = { beta: true, exp: now + 600 };
  const good = forge(key, payload);
  const [head, body, signature] = good.split('.') as [string, string, string];
  const header = (more: Header) => ({ header: { alg: 'HS256', typ: 'JWT', ...more } });
  return {
    'no algorithm and no signature': `${encode({ alg: 'none' })}.${encode(payload)}.`,
    'no algorithm with a signature': forge(key, payload, header({ alg: 'none' })),
    'no algorithm in other letters': `${encode({ alg: 'nOnE' })}.${encode(payload)}.`,
    'no signature': `${head}.${body}.`,
    'a cut signature': `${head}.${body}.${signature.slice(0, -4)}`,
    'another key': forge('not the key', payload),
    'an empty key': forge('', payload),
    "another site's key": forge(other.key, payload),
    'the key and another site as audience': forge(key, { ...payload, aud: other.id }),
    'another payload than was signed': `${head}.${encode({ ...payload, plan: 'pro' })}.${signature}`,
    'another header than was signed': `${encode({ alg: 'HS256' })}.${body}.${signature}`,
    'HS384 with the key': forge(key, payload, { header: { alg: 'HS384' }, hash: 'sha384' }),
    'HS512 with the key': forge(key, payload, { header: { alg: 'HS512' }, hash: 'sha512' }),
    'RS256 with a key pair of its own': byRsa(payload, { alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }),
    'HS256 with a public key for a secret': forge(pem, payload),
    'a kid that names a file': forge('', payload, header({ kid: '/dev/null' })),
    'a kid that names a statement': forge('attacker', payload, header({ kid: "x' union select 'attacker" })),
    'a jku of its own': forge('attacker', payload, header({ jku: 'https://attacker.example.com/keys' })),
    'a jku, though signed with the key': forge(key, payload, header({ jku: 'https://attacker.example.com/keys' })),
    'a jwk of its own': forge('attacker', payload, header({ jwk })),
    'an x5u of its own': forge('attacker', payload, header({ x5u: 'https://attacker.example.com/chain' })),
    'a critical extension': forge(key, payload, header({ crit: ['exp'] })),
    'an unencoded payload': forge(key, payload, header({ b64: false, crit: ['b64'] })),
    'no expiry': forge(key, { beta: true }),
    'an expiry that is text': forge(key, { beta: true, exp: String(now + 600) }),
    'an expiry in the past': forge(key, { beta: true, exp: now - 3600 }),
    'an expiry in two days': forge(key, { beta: true, exp: now + 2 * 86_400 }),
    'a beginning in the future': forge(key, { ...payload, nbf: now + 3600 }),
    'an issue in the future': forge(key, { ...payload, iat: now + 3600 }),
    'more than 4 KiB': forge(key, { ...payload, padding: 'x'.repeat(4_096) }),
    'a payload that is a list': forge(key, [payload]),
    'four parts': `${good}.${signature}`,
    'no token at all': 'token',
  };
}
