import { redirectedHeaders, redirectTarget } from './redirects';

const to = (location: string | string[] | undefined, statusCode = 302) => ({ statusCode, headers: { location } });
const from = new URL('https://a.example/x/y');

describe('redirectTarget', () => {
  it.each([
    ['/z', 'https://a.example/z'],
    ['z', 'https://a.example/x/z'],
    ['//b.example/', 'https://b.example/'],
    ['https://b.example:444/', 'https://b.example:444/'],
  ])('reads %s', (location, target) => {
    for (const status of [301, 302, 303, 307, 308]) {
      expect(redirectTarget(to(location, status), from, 'GET')?.href).toBe(target);
    }
  });

  it('is nothing for other answers', () => {
    expect(redirectTarget(to('/z', 200), from, 'GET')).toBeUndefined();
    expect(redirectTarget(to('/z', 304), from, 'GET')).toBeUndefined();
    expect(redirectTarget(to(undefined), from, 'POST')).toBeUndefined();
  });

  it.each([
    ['a step down to http', to('http://a.example/'), 'GET'],
    ['a request that writes', to('/z', 307), 'POST'],
    ['what is no URL', to('https://'), 'GET'],
    ['two places', to(['/a', '/b']), 'GET'],
  ])('refuses %s', (_, answer, method) => {
    expect(() => redirectTarget(answer, from, method)).toThrow('redirects too often or to a place');
  });
});

describe('redirectedHeaders', () => {
  const headers = { authorization: 'Bearer secret', 'x-key': 'secret', accept: 'text/html', 'user-agent': 'Bindery' };

  it('stay at the same origin', () => {
    expect(redirectedHeaders(headers, from, new URL('https://a.example/z'))).toEqual(headers);
  });

  it.each(['https://b.example/', 'https://a.example:444/', 'http://a.example/'])(
    'lose their secrets to %s',
    (target) => {
      expect(redirectedHeaders(headers, from, new URL(target))).toEqual({
        accept: 'text/html',
        'user-agent': 'Bindery',
      });
    },
  );
});
