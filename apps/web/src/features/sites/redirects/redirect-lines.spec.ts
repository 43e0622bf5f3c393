import { maxRules, redirectsOf } from './redirect-lines';

const to = (source: string, url: string) => ({ source, destination: { kind: 'url', url } });

describe('redirects as lines', () => {
  it('have a path and an address, with a tab, spaces or a comma between', () => {
    const text = '/old\thttps://example.com/new\n\n/a   https://example.com/b\r\n/c,https://example.com/d\n';
    expect(redirectsOf(text)).toEqual({
      rules: [
        to('/old', 'https://example.com/new'),
        to('/a', 'https://example.com/b'),
        to('/c', 'https://example.com/d'),
      ],
    });
  });

  it.each(['old https://example.com', '/old', '/old /new', '/ https://example.com', '/a https://example.com more'])(
    'name the line that is none: %s',
    (line) => expect(redirectsOf(`/a https://example.com\n${line}`).problem).toContain(`Line 2 is not`),
  );

  it('are as many as one request takes', () => {
    const lines = Array.from({ length: maxRules + 1 }, (_, index) => `/${index} https://example.com`);
    expect(redirectsOf(lines.join('\n')).problem).toContain('at most 1000');
  });
});
