import { SiteAssets } from './site-assets';

async function sent(name: string) {
  const reply = { header: jest.fn(), headers: jest.fn(), send: jest.fn() };
  await new SiteAssets().send(name, undefined, reply as never);
  const [[headers]] = reply.headers.mock.calls as [[Record<string, string>]];
  const [[body]] = reply.send.mock.calls as [[Buffer]];
  return { keeping: headers['cache-control']!, body: body.toString('latin1') };
}

it('serves the library for diagrams by its version, to be kept for ever', async () => {
  const { body, keeping } = await sent('diagrams.js');
  expect(keeping).not.toContain('immutable');
  const [, library] = /import mermaid from '\.\/([^']+)'/.exec(body)!;
  expect(library).toMatch(/^mermaid\/\d+\.\d+\.\d+\/mermaid\.esm\.min\.mjs$/);
  expect((await sent(library!)).keeping).toBe('public, max-age=31536000, immutable');
  expect((await sent(library!.replace(/\d+\.\d+\.\d+/, '1.2.3'))).keeping).not.toContain('immutable');
  expect((await sent('fonts/inter-latin-wght-normal.woff2')).keeping).not.toContain('immutable');
});

it('serves nothing else of the library', async () => {
  for (const name of ['mermaid/1.2.3/package.json', 'mermaid/1.2.3/../package.json', 'mermaid/mermaid.esm.min.mjs'])
    await expect(sent(name)).rejects.toMatchObject({ code: 404 });
});
