import { clusterCertificates, clusterSecrets, composeSecrets } from '../cluster/secrets';
import { type Command, UsageError } from './command';

export const secretsCommand: Command = {
  summary: 'print new passwords and keys for compose or Kubernetes',
  usage: 'compose | kubernetes | certificates',
  help: [
    'compose              the text of docker/.env',
    'kubernetes           the Secrets that the manifests in k8s refer to',
    'certificates         that of NATS alone, among those Secrets, good for ten years',
    '--namespace N        of the Secrets (default: bindery)',
    '--postgres H         host and port of Postgres (default: postgres-rw:5432)',
    '--pooler H           host and port of a PgBouncer that services connect to (default: that of Postgres)',
    '--mail U             where mails go, such as smtps://user:password@host (default: nowhere)',
    '--access-key K, --secret-key K   of the store of files (default: new ones)',
    'Keep what it prints: with another SECRET_KEY what the platform has encrypted cannot be read.',
  ],
  options: ['namespace', 'postgres', 'pooler', 'mail', 'access-key', 'secret-key'],
  arguments: [1, 1],
  async run({ args: [kind], options }) {
    const { namespace = 'bindery', postgres = 'postgres-rw:5432', pooler, mail } = options;
    if (kind === 'compose') return void process.stdout.write(composeSecrets());
    if (kind === 'certificates') return void process.stdout.write(await clusterCertificates(namespace));
    if (kind !== 'kubernetes') throw new UsageError(`It needs ${secretsCommand.usage}`);
    const [accessKey, secretKey] = [options['access-key'], options['secret-key']];
    const secrets = { namespace, postgres, pooler, mailUrl: mail, accessKey, secretKey };
    process.stdout.write(await clusterSecrets(secrets));
  },
};
