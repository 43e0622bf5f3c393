import { randomBytes } from 'node:crypto';
import { signedUrl, type UrlGrant, verifySignedUrl } from './signed-url';

const secret = randomBytes(32);
const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:05:00Z');
const base = 'https://docs.example.com/files/';

const upload: UrlGrant = {
  method: 'PUT',
  key: 'uploads/a.zip',
  expiresAt: later,
  maxBytes: 1000,
  contentType: 'application/zip; a=b&c',
};
const download: UrlGrant = { method: 'GET', key: 'files/b.png', expiresAt: later };

function verify(url: string, method: string, at = now, key = secret) {
  const { pathname, searchParams } = new URL(url);
  return verifySignedUrl({ method, key: pathname.replace('/files/', ''), query: searchParams }, key, at);
}

describe('signed URLs', () => {
  it.each([upload, download])('carry a grant to $method', (grant) => {
    const url = signedUrl(base, grant, secret);
    expect(url.startsWith(`https://docs.example.com/files/${grant.key}?`)).toBe(true);
    expect(verify(url, grant.method)).toEqual(grant);
  });

  it('end at their expiry', () => {
    const url = signedUrl(base, upload, secret);
    expect(verify(url, 'PUT', new Date(later.getTime() - 1))).toEqual(upload);
    expect(verify(url, 'PUT', later)).toBeUndefined();
  });

  it('hold for their method alone', () => {
    expect(verify(signedUrl(base, upload, secret), 'GET')).toBeUndefined();
    expect(verify(signedUrl(base, download, secret), 'PUT')).toBeUndefined();
    expect(verify(signedUrl(base, download, secret), 'HEAD')).toBeUndefined();
  });

  it.each([
    ['another key', (url: URL) => (url.pathname = '/files/uploads/b.zip')],
    ['a later expiry', (url: URL) => url.searchParams.set('expires', '9999999999')],
    ['an expiry that is no number', (url: URL) => url.searchParams.set('expires', '1e12')],
    ['a larger size', (url: URL) => url.searchParams.set('maxBytes', '1001')],
    ['a size that is no number', (url: URL) => url.searchParams.set('maxBytes', '-1')],
    ['no size', (url: URL) => url.searchParams.delete('maxBytes')],
    ['another type', (url: URL) => url.searchParams.set('contentType', 'text/html')],
    ['no type', (url: URL) => url.searchParams.delete('contentType')],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    ['a shorter signature', (url: URL) => url.searchParams.set('signature', 'AAAA')],
    ['another signature', (url: URL) => url.searchParams.set('signature', randomBytes(32).toString('base64url'))],
  ])('are void with %s', (_, change) => {
    const url = new URL(signedUrl(base, upload, secret));
    change(url);
    expect(verify(url.href, 'PUT')).toBeUndefined();
  });

  it('are void under another key', () => {
    expect(verify(signedUrl(base, upload, secret), 'PUT', now, randomBytes(32))).toBeUndefined();
  });

  it('are not made with a short key or for a key that storage refuses', () => {
    expect(() => signedUrl(base, upload, randomBytes(31))).toThrow(RangeError);
    expect(() => signedUrl(base, { ...upload, key: '../a' }, secret)).toThrow('Not a storage key');
  });
});
