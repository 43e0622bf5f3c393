import type { FastifyReply } from 'fastify';
import { Cookies } from './session';

function setBy(publicUrl: string, cookie: 'session' | 'browser' | 'next', until?: Date): string {
  const set: string[] = [];
  const reply = { header: (_: string, value: string) => set.push(value) } as unknown as FastifyReply;
  new Cookies(publicUrl).set(reply, cookie, 'value', until);
  return set[0]!;
}

it('sets cookies that the browser takes from this host alone, over TLS alone', () => {
  const day = new Date(Date.now() + 86_400_000);
  expect(setBy('https://docs.example.com', 'session', day)).toMatch(
    /^__Host-bindery-session=value; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=86[34]\d\d$/,
  );
  expect(setBy('https://docs.example.com', 'browser')).toBe(
    '__Host-bindery-browser=value; Path=/; HttpOnly; SameSite=None; Secure',
  );
  expect(setBy('https://docs.example.com', 'next')).toBe(
    '__Host-bindery-next=value; Path=/; HttpOnly; SameSite=None; Secure',
  );
});

it('sets those that a browser takes without TLS, and below a path', () => {
  expect(setBy('http://127.0.0.1:4000', 'browser')).toBe('bindery-browser=value; Path=/; HttpOnly');
  expect(setBy('http://127.0.0.1:4000', 'next')).toBe('bindery-next=value; Path=/; HttpOnly');
  expect(setBy('https://docs.example.com/base/', 'session')).toBe(
    'bindery-session=value; Path=/base/; HttpOnly; SameSite=Lax; Secure',
  );
});

it('reads a cookie of that very name', () => {
  const headers = { cookie: 'x__Host-bindery-session=no; bindery-session=no; __Host-bindery-session=a%20b; broken=%' };
  expect(new Cookies('https://docs.example.com').read({ headers }, 'session')).toBe('a b');
  expect(new Cookies('https://docs.example.com').read({ headers }, 'browser')).toBeUndefined();
});
