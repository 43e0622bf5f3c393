import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeFingerprint } from './code-fingerprint';

it('changes with each file of code, and with nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-code-'));
  const write = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    return codeFingerprint([folder]);
  };
  try {
    mkdirSync(join(folder, 'page'));
    const first = write('page/shell.js', 'one');
    const changed = write('page/shell.js', 'two');
    const more = write('tag.js', '');
    expect(new Set([first, changed, more]).size).toBe(3);
    expect(write('page/shell.js.map', '{}')).toBe(more);
    expect(codeFingerprint([join(folder, 'page'), folder])).not.toBe(more);
    write('tag.js', 'other');
    expect([write('tag.js', ''), write('page/shell.js', 'one') === more]).toEqual([more, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
