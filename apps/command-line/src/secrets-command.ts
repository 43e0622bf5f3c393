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
    '--keep F             with compose: keep the values in the file F, and add those that are new in this version',
    'kubernetes           the Secrets that the manifests in k8s refer to',
    'small                the Secrets that k8s/overlays/small refers to; needs --postgres and --nats',
    'keys                 of the Secrets for kubernetes, only the keys of processes',
    '--shared-key K       with keys: the SECRET_KEY that all services had so far',
    'storage-policies     the S3 policy for the credentials of each process, as JSON',
    '--bucket B           with storage-policies: the bucket, with the prefix in STORAGE_URL, if any (default: bindery)',
    'certificates         of the Secrets for kubernetes, only the NATS certificate, valid for ten years',
    '--namespace N        the namespace of the Secrets (default: bindery)',
    '--postgres H         host and port of Postgres (default: postgres-rw:5432); with small the URL of its administrator',
    '--nats U             with small: the URL of a NATS server with JetStream, nats://user:password@host:4222',
    '--pooler H           host and port of a PgBouncer that services connect to (default: those of Postgres)',
    '--mail U             the mail server, such as smtps://user:password@host (default: none; compose catches and shows mails)',
    '--public-url U       with compose: the URL of the platform for users; Caddy serves https://... (default: http://localhost:4000)',
    '--access-key K, --secret-key K   of the file storage (default: new ones)',
    'Keep the output: with another SECRET_KEY, the platform cannot read what it has encrypted.',
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
    if (kind !== 'kubernetes') throw new UsageError(`Usage: secrets ${secretsCommand.usage}`);
    print(await clusterSecrets({ namespace, postgres: postgres ?? 'postgres-rw:5432', pooler, mailUrl, ...store }));
  },
};

const print = (text: string): void => void process.stdout.write(text);

const contentOf = (file: string | undefined): Promise<string> => (file ? readFile(file, 'utf8') : Promise.resolve(''));
