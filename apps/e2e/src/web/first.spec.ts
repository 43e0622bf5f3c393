import { WebWorld, elements, textOf } from './web-world';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
function files(dir: string, prefix = ''): Record<string, string|Buffer> {
  const out: Record<string, string|Buffer> = {};
  for (const n of readdirSync(dir)) { const p = join(dir, n); if (statSync(p).isDirectory()) Object.assign(out, files(p, prefix + n + '/')); else out[prefix+n] = readFileSync(p); }
  return out;
}
jest.setTimeout(90000);
it('x', async () => {
  const web = await WebWorld.create();
  const space = await web.space('Sample', files(join(process.cwd(), 'tools/sample-docs')));
  const { base } = await web.site([space]);
  const a = await web.get(base);
  console.log(a.status, a.headers, a.text);
  for (const p of ['write/blocks', 'write/tables-and-cards', 'nope', 'robots.txt','sitemap.xml','llms.txt','write/blocks.md','~search?q=import']) { const b = await web.get(base + p); console.log(p, b.status, b.headers['content-type'], b.text); }
  await web.close();
});
