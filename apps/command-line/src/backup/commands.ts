import { pathToFileURL } from 'node:url';
import { type Command, UsageError, userPath } from '../command';
import { postgresAddress } from '../installation';
import { loadSecrets, writePrivately, checkout, currentRun } from '@bindery/launcher';
import { backup } from './backup';
import type { Manifest } from './manifest';
import { restore } from './restore';

const ELSEWHERE = `Back up servers of your own (DATABASE_URL) with their own tools: pg_dump --format=custom, or the backups of the
  Postgres operator (k8s/base/postgres), and versions or replication of the bucket. Keep SECRET_KEY.`;

export const backupCommand: Command = {
  summary: 'back up the database and files of the running platform of this checkout',
  usage: '<folder>',
  help: [
    'The folder must be empty or have an earlier backup, whose files are not copied again. Users can go on writing.',
    'The backup also has keys and passwords: keep it where nobody else can read it. NATS needs no backup.',
    ELSEWHERE,
  ],
  options: [],
  arguments: [1, 1],
  async run({ args: [folder] }) {
    refuseOtherServers();
    const home = {
      paths: checkout,
      postgresUrl: await postgresAddress(await loadSecrets(checkout.secrets)),
      storageUrl,
    };
    const begun = performance.now();
    const manifest = await backup(home, userPath(folder!));
    await writePrivately(checkout.backedUp, { at: manifest.databaseAt, folder: userPath(folder!) });
    tell(manifest, begun);
    console.log(`Everything that was acknowledged before ${manifest.databaseAt} is in it`);
  },
};

export const restoreCommand: Command = {
  summary: 'restore the platform of a backup in this checkout, which must not have one',
  usage: '<folder>',
  help: ['Refuses a damaged backup, and a checkout with data. Events of the last week are sent again.', ELSEWHERE],
  options: [],
  arguments: [1, 1],
  async run({ args: [folder] }) {
    refuseOtherServers();
    if (await currentRun(checkout))
      throw new UsageError('The platform is running: restore into a checkout without one');
    const begun = performance.now();
    tell(await restore(userPath(folder!), { paths: checkout, storageUrl }), begun);
    console.log('Next: npm start');
  },
};

const storageUrl = process.env.STORAGE_URL ?? pathToFileURL(checkout.files).href;

function refuseOtherServers(): void {
  if (process.env.DATABASE_URL) throw new UsageError(`DATABASE_URL is set to a server of your own.\n  ${ELSEWHERE}`);
}

function tell({ files, objects }: Manifest, begun: number): void {
  const bytes = [...files, ...objects].reduce((sum, { size }) => sum + size, 0);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(
    `${files.length} files of the database, ${objects.length} of the platform, ${(bytes / 1e6).toFixed(1)} MB: ${seconds} s`,
  );
}
