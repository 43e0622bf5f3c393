import { type Command, UsageError } from '../command';
import { loadSecrets, withNewKeys, writePrivately, checkout, SERVICES, currentRun } from '@bindery/launcher';
import { printReports } from './print-reports';
import { runServices } from './run-services';

/**
 * On this machine the keys are in `.bindery/secrets.json`, so the command changes them there, too. Elsewhere they are
 * settings, and `node main.js keys rotate` in the image of each service does what is done here between the two.
 */
export const keysCommand: Command = {
  summary: 'replace the key that stored secrets are encrypted with',
  usage: 'new | rotate',
  help: [
    'new                  make a new key beside the old one, which still opens what it has sealed; while nothing runs',
    'rotate               seal everything with the new key, then forget the old one; while the platform runs',
    'Elsewhere: set SECRET_KEY_OLD to the new key as well, roll out; exchange the two, roll out; in the image of each',
    'service node main.js keys rotate; take SECRET_KEY_OLD away. Nothing is out of reach meanwhile.',
  ],
  options: [],
  arguments: [1, 1],
  async run({ args: [step] }) {
    if (step !== 'new' && step !== 'rotate') throw new UsageError(`It needs ${keysCommand.usage}`);
    if (process.env.SECRET_KEY)
      throw new UsageError('SECRET_KEY is set: change it and SECRET_KEY_OLD where you set it');
    await (step === 'new' ? makeKey() : rotate());
  },
};

async function makeKey(): Promise<void> {
  // A running process does not know the new key, and could not decrypt data that others encrypt with it.
  if (await currentRun(checkout)) throw new UsageError('The platform runs: stop it with npm run bindery -- stop');
  await writePrivately(checkout.secrets, withNewKeys(await loadSecrets(checkout.secrets)));
  console.log('There is a new key\nNext: npm start, then npm run bindery -- keys rotate');
}

async function rotate(): Promise<void> {
  const reports = await runServices(SERVICES, ['keys', 'rotate']);
  printReports(reports, false);
  if (reports.some(({ failed }) => failed)) process.exitCode = 1;
  else await forgetOldKeys();
}

async function forgetOldKeys(): Promise<void> {
  const secrets = await loadSecrets(checkout.secrets);
  if (Object.values(secrets.oldSecretKeys).every((keys) => keys.length === 0)) return;
  const none = Object.fromEntries(SERVICES.map((name) => [name, []]));
  await writePrivately(checkout.secrets, { ...secrets, oldSecretKeys: none });
  console.log('The old key is removed; running processes keep it until the next start');
}
