import { randomBytes } from 'node:crypto';
import { Encryptor } from './index';

const key = randomBytes(32);
const sealer = new Encryptor(key, 'tests');

it.each(['', 'a secret', 'ü€😀', 'x'.repeat(100_000)])('decrypts its own ciphertext', (text) => {
  expect(sealer.open(sealer.seal(text, 'row 1'), 'row 1')).toBe(text);
});

it('seals the same text differently each time, and shows nothing of it', () => {
  const [one, other] = [sealer.seal('canary', 'row 1'), sealer.seal('canary', 'row 1')];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, 'base64url').includes('canary')).toBe(false);
});

it('refuses a ciphertext that was moved, changed, cut, or made with another key or for another purpose', () => {
  const sealed = sealer.seal('canary', 'row 1');
  const bytes = Buffer.from(sealed, 'base64url');
  expect(() => sealer.open(sealed, 'row 2')).toThrow();
  expect(() => new Encryptor(randomBytes(32), 'tests').open(sealed, 'row 1')).toThrow();
  expect(() => new Encryptor(key, 'other tests').open(sealed, 'row 1')).toThrow();
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(() => sealer.open(changed.toString('base64url'), 'row 1')).toThrow();
    expect(() => sealer.open(bytes.subarray(0, at).toString('base64url'), 'row 1')).toThrow();
  }
});

it('decrypts with every key, encrypts with the first, and returns which one a text is encrypted with', () => {
  const next = randomBytes(32);
  const old = sealer.seal('canary', 'row 1');
  const both = new Encryptor([next, key], 'tests');
  expect(both.open(old, 'row 1')).toBe('canary');
  expect(both.isCurrent(old, 'row 1')).toBe(false);
  const renewed = both.seal('canary', 'row 1');
  expect(both.isCurrent(renewed, 'row 1')).toBe(true);
  expect(new Encryptor(next, 'tests').open(renewed, 'row 1')).toBe('canary');
  expect(() => sealer.open(renewed, 'row 1')).toThrow();
  expect(() => both.isCurrent(old, 'row 2')).toThrow();
});
