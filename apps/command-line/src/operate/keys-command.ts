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
    'new                  create a new key; the old one still decrypts stored secrets. The platform must not run',
    'rotate               encrypt all secrets with the new key, then remove the old one. The platform must run',
    'Without a checkout: set SECRET_KEY_OLD to the new key and roll out; exchange the two keys and roll out; run',
    'node main.js keys rotate in the image of each service; remove SECRET_KEY_OLD. The platform stays available.',
  ],
  options: [],
  arguments: [1, 1],
  async run({ args: [step] }) {
    if (step !== 'new' && step !== 'rotate') throw new UsageError(`Usage: keys ${keysCommand.usage}`);
    if (process.env.SECRET_KEY)
      throw new UsageError('SECRET_KEY is set: change it and SECRET_KEY_OLD where you set it');
    await (step === 'new' ? makeKey() : rotate());
  },
};

async function makeKey(): Promise<void> {
  // A running process does not know the new key, and could not decrypt data that others encrypt with it.
  if (await currentRun(checkout)) throw new UsageError('The platform is running: stop it with npm run bindery -- stop');
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
