import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompileCache } from './compile-cache';

const folder = mkdtempSync(join(tmpdir(), 'bindery-compile-cache-'));
const file = join(folder, 'cache');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const add = 'exports.add = (a, b) => a + b;';

/** What a compiled module exports. */
function exportsOf(cache: CompileCache, content: string): Record<string, (...given: number[]) => number> {
  const exported = {};
  const run = cache.compile(content, join(folder, 'module.js'))!.runInThisContext() as (exports: object) => void;
  run(exported);
  return exported;
}

it('gives back what V8 compiled, until the module changes', async () => {
  const first = new CompileCache(file);
  expect(first.compile(add, 'add.js')!.cachedDataRejected).toBeUndefined();
  await first.save();
  const second = new CompileCache(file);
  expect(second.compile(add, 'add.js')!.cachedDataRejected).toBe(false);
  // As long as the one before: V8 itself would not tell them apart.
  const subtract = add.replace('+', '-');
  expect(exportsOf(second, subtract).add!(1, 2)).toBe(-1);
  await second.save();
  const third = new CompileCache(file);
  expect([add, subtract].map((content) => third.compile(content, 'a.js')!.cachedDataRejected)).toEqual([false, false]);
});

it('is as if nothing was kept when its file is no use, and leaves nothing but the file', async () => {
  writeFileSync(file, 'not compiled');
  const cache = new CompileCache(file);
  expect(exportsOf(cache, add).add!(1, 2)).toBe(3);
  await cache.save();
  expect(new CompileCache(file).compile(add, 'add.js')!.cachedDataRejected).toBe(false);
  expect(readdirSync(folder)).toEqual(['cache']);
});

it('compiles no module of another kind', () => {
  expect(new CompileCache(file).compile('export const a = 1;', 'a.mjs')).toBeUndefined();
});
