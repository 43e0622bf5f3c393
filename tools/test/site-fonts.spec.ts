import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = 'inter-latin-wght-normal.woff2';
const tool = pathToFileURL(join(__dirname, '../site-fonts.mjs')).href;
const folder = mkdtempSync(join(tmpdir(), 'bindery-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the font was cut anew. */
function cut(): boolean {
  const program = `import { cutSiteFonts } from '${tool}'; console.log(await cutSiteFonts(${JSON.stringify(folder)}));`;
  const args = ['--input-type=module', '-e', program];
  return execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' }).trim() === 'true';
}

it('cuts a font anew where what is there is another or a part of one, and leaves a whole one alone', () => {
  writeFileSync(join(folder, file), 'wOF2');
  expect(cut()).toBe(true);
  const whole = readFileSync(join(folder, file));
  expect([whole.subarray(0, 4).toString(), whole.length > 10_000]).toEqual(['wOF2', true]);
  expect(cut()).toBe(false);
  expect(readdirSync(folder).sort()).toEqual([file, `${file}.key`]);
});
