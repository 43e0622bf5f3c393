import { readFile } from 'node:fs/promises';
import { clusterCertificates, clusterKeys, clusterSecrets, composeSecrets } from './cluster/secrets';
import { smallSecrets } from './cluster/small-secrets';
import { storagePolicies } from './cluster/storage-policies';
import { type Command, UsageError } from './command';

export const secretsCommand: Command = {
  summary: 'print new passwords and keys for compose or Kubernetes',
  usage: 'compose | kubernetes | small | keys | certificates | storage-policies',
  help: [
    'compose              the text of docker/.env',
    '--keep F             of compose: what the file F sets stays as it is, and what is new in a version comes to it',
    'kubernetes           the Secrets that the manifests in k8s refer to',
    'small                those that k8s/overlays/small refers to; needs --postgres and --nats',
    'keys                 those of processes alone, among those that kubernetes prints',
    '--shared-key K       with keys: the SECRET_KEY that all services have had',
    'storage-policies     what the S3 credentials of each process should be allowed, as JSON by process',
    '--bucket B           with storage-policies: the bucket, with the prefix in STORAGE_URL, if any (default: bindery)',
    'certificates         that of NATS alone, among those Secrets, good for ten years',
    '--namespace N        of the Secrets (default: bindery)',
    '--postgres H         host and port of Postgres (default: postgres-rw:5432); with small the address of its administrator',
    '--nats U             with small: the address of a NATS server with JetStream, nats://user:password@host:4222',
    '--pooler H           host and port of a PgBouncer that services connect to (default: that of Postgres)',
    '--mail U             where mails go, such as smtps://user:password@host (default: nowhere; with compose they are caught and shown)',
    '--public-url U       of compose: where users reach the platform; https://... has Caddy serve it (default: http://localhost:4000)',
    '--access-key K, --secret-key K   of the store of files (default: new ones)',
    'Keep what it prints: with another SECRET_KEY what the platform has encrypted cannot be read.',
  ],
  options: [
    'namespace',
    'postgres',
    'nats',
    'pooler',
    'mail',
    'public-url',
    'access-key',
    'secret-key',
    'keep',
    'shared-key',
    'bucket',
  ],
  arguments: [1, 1],
  async run({ args: [kind], options }) {
    const { namespace = 'bindery', postgres, nats, pooler, mail: mailUrl, 'public-url': publicUrl } = options;
    const store = { accessKey: options['access-key'], secretKey: options['secret-key'] };
    if (kind === 'compose')
      return print(composeSecrets({ publicUrl, mailUrl, present: await contentOf(options.keep) }));
    if (kind === 'keys') return print(clusterKeys(namespace, options['shared-key']));
    if (kind === 'storage-policies') return print(storagePolicies(options.bucket ?? 'bindery'));
    if (kind === 'certificates') return print(await clusterCertificates(namespace));
    if (kind === 'small') {
      if (!postgres || !nats) throw new UsageError('secrets small needs --postgres and --nats');
      return print(smallSecrets({ namespace, postgres, nats, mailUrl, ...store }));
    }
    if (kind !== 'kubernetes') throw new UsageError(`It needs ${secretsCommand.usage}`);
    print(await clusterSecrets({ namespace, postgres: postgres ?? 'postgres-rw:5432', pooler, mailUrl, ...store }));
  },
};

const print = (text: string): void => void process.stdout.write(text);

const contentOf = (file: string | undefined): Promise<string> => (file ? readFile(file, 'utf8') : Promise.resolve(''));
