import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processSettings, serviceSettings } from '@bindery/config';
import { PROCESSES, settingsOf } from '@bindery/launcher';
import { root } from './rendered';

/** Settings of libraries, by what processes take them in by. */
const LIBRARIES = {
  modelSettings: 'libs/models/src/model-settings.ts',
  mailSettings: 'libs/mail/src/mail-settings.ts',
  endpointSettings: 'libs/config/src/platform-hosts.ts',
};

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const namesIn = (text: string) => Array.from(text.matchAll(/^ {2}([A-Z][A-Z_]+): /gm), ([, name]) => name!);

/** The settings that the program of a process names, those of all processes aside. */
function readBy(name: string): string[] {
  const folder = join('apps', name, 'src');
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.config.ts') || file === 'index.ts');
  const texts = files.map((file) => read(join(folder, file)));
  const taken = Object.entries(LIBRARIES).filter(([library]) => texts.some((text) => text.includes(library)));
  return [...texts.filter((text) => text.includes('Settings = {')), ...taken.map(([, path]) => read(path))].flatMap(
    namesIn,
  );
}

it.each(PROCESSES)('gives %s every setting that it reads, and no other', (name) => {
  const own = new Set(readBy(name));
  const common = Object.keys({ ...processSettings, ...serviceSettings });
  // The mail server is passed with the connections, as its URL may hold a password.
  const expected = [...own].filter((setting) => !common.includes(setting) && setting !== 'MAIL_URL');
  expect(
    settingsOf(name)
      .filter((setting) => !common.includes(setting))
      .sort(),
  ).toEqual(expected.sort());
});
