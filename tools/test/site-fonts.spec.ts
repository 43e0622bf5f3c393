import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = 'inter-latin-wght-normal.woff2';
const codeFile = 'ibm-plex-mono-latin-400-normal.woff2';
const tool = pathToFileURL(join(__dirname, '../site-fonts.mjs')).href;
const folder = mkdtempSync(join(tmpdir(), 'bindery-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names of the fonts that were cut anew. */
function cut(): string[] {
  const program = `import { cutSiteFonts } from '${tool}'; console.log(JSON.stringify(await cutSiteFonts(${JSON.stringify(folder)})));`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' })) as string[];
}

it('cuts a font anew where what is there is another or a part of one, and leaves a whole one alone', () => {
  writeFileSync(join(folder, file), 'wOF2');
  expect(cut()).toEqual([file, codeFile]);
  const whole = readFileSync(join(folder, file));
  expect([whole.subarray(0, 4).toString(), whole.length > 10_000]).toEqual(['wOF2', true]);
  writeFileSync(join(folder, codeFile), 'wOF2');
  expect(cut()).toEqual([codeFile]);
  expect(cut()).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([codeFile, `${codeFile}.key`, file, `${file}.key`]);
});
