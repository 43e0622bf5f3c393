import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '@bindery/config';
import { gatewaySettings } from '@bindery/gateway';
import { PROCESSES } from '@bindery/launcher';
import { serverCertificates } from '@bindery/command-line';
import { compose, environmentOf, variablesIn } from './composed';
import { hasKubectl, ofKind, render, root, workloads, type Manifest } from './rendered';
import { ofOperators, typeErrors } from './type-errors';
import { blocksOf, linesOf } from '../readme/commands';
import { pagesIn } from '../readme/documentation';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'bindery-production-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of commands in the pages on self-hosting, each line of them without what is said about it. */
const blocks = [...pagesIn('self-hosting').values()].flatMap((text) => blocksOf(text, 'sh')).map(linesOf);

/** Values for the placeholders. */
const given: [placeholder: RegExp, value: string][] = [
  [/--pooler \S+/, '--pooler postgres-pooler:5432'],
  [/<postgres:\/\/[^>]*>/, 'postgres://admin:secret@db.example.com:5432/postgres'],
  [/<nats:\/\/[^>]*>/, 'nats://bindery:secret@nats.example.com:4222'],
  [/<smtps:\/\/[^>]*>/, 'smtps://user:secret@mail.example.com'],
  [/<of the ingress controller>/, 'ingress-nginx'],
  [/<key>/g, 'key'],
  [/<certificate>/, join(folder, 'tls.crt')],
  [/<its key>/, join(folder, 'tls.key')],
];
const completed = (command: string) =>
  given.reduce((text, [placeholder, value]) => text.replace(placeholder, value), command);

/** The words of a command as a shell has them. */
const wordsOf = (command: string): string[] =>
  Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word!);

const kubectl = async (...args: string[]): Promise<string> => (await run('kubectl', args)).stdout;

type Data = Record<string, string>;
/** The keys of the Secrets that a block has made so far, by their names. */
type SecretKeys = Record<string, string[]>;

const secretsIn = (text: string): SecretKeys =>
  Object.fromEntries(
    parseAllDocuments(text)
      .map((document) => document.toJS() as Manifest & { stringData?: Data })
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata, data, stringData }) => [metadata.name, Object.keys({ ...data, ...stringData })]),
  );

/** Files that commands write here and later ones read, by the paths that they have in the documentation. */
const written = new Map<string, string>();

/** Runs `npm run ... > file`, and keeps what it prints. */
async function print(command: string): Promise<string> {
  const [, words, file] = /^npm run --silent bindery -- (.*) > (\S+)$/.exec(completed(command))!;
  const { stdout } = await run(process.execPath, ['tools/bindery.mjs', ...wordsOf(words!)], { cwd: root });
  written.set(file!, stdout);
  return stdout;
}

const manifestsIn = (path: string): Manifest[] =>
  parseAllDocuments(written.get(path) ?? readFileSync(join(root, path), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );

/** Each kind of command, and how far it is run where there is neither Docker nor a cluster. */
const handlers: [command: RegExp, run: (command: string, made: SecretKeys) => Promise<void> | void][] = [
  [
    /^npm run --silent bindery -- secrets compose .*> docker\/\.env$/,
    async (command) => {
      const variables = variablesIn(await print(command));
      for (const file of ['compose.yaml', 'compose.small.yaml']) {
        const { services } = compose(file);
        for (const service of Object.values(services)) expect(() => environmentOf(service, variables)).not.toThrow();
        const gateway = environmentOf(services.gateway ?? services.bindery!, variables);
        if (services.gateway) expect(() => readConfig(gatewaySettings, gateway)).not.toThrow();
        expect(gateway.PUBLIC_URL).toBe(/--public-url (\S+)/.exec(command)?.[1] ?? 'http://localhost:4000');
      }
    },
  ],
  [
    // Needs Docker.
    /^docker compose -f \S+ (up|exec) /,
    (command) => {
      const [, file, verb, rest] = /-f docker\/(\S+) (up|exec) (.*)$/.exec(command)!;
      const { services } = compose(file!);
      if (verb === 'up') return expect(rest).toBe('--build --wait');
      expect(programsOf(services[wordsOf(rest!)[0]!]!.image)).toContain(wordsOf(rest!)[2]);
    },
  ],
  [
    // Needs Docker, and a registry.
    /^for app in .*docker build/,
    (command) => {
      const apps = /^for app in ([\w -]+);/.exec(command)![1]!.split(' ');
      for (const app of apps) expect(programsOf(`bindery/${app}`)).toContain('main.js');
      expect([...PROCESSES, 'operator', 'bindery']).toEqual(expect.arrayContaining(apps));
    },
  ],
  [
    /^kubectl label namespace /,
    async (command) => {
      const label = completed(command).split(' ').at(-1)!;
      const text = await kubectl(
        'label',
        '--local',
        '-f',
        join(root, 'k8s/overlays/small/namespace.yaml'),
        label,
        '-o',
        'yaml',
      );
      expect(text).toContain(label.replace('=', ': '));
      for (const overlay of ['dev', 'production', 'small']) {
        const policies = ofKind(render(`overlays/${overlay}`), 'NetworkPolicy');
        expect(JSON.stringify(policies)).toContain(JSON.stringify(Object.fromEntries([label.split('=')])));
      }
    },
  ],
  [
    /^npm run --silent bindery -- secrets (kubernetes|small) .*> k8s\/overlays\/\w+\/secrets\.yaml$/,
    async (command, made) => {
      const text = await print(command);
      expect(typeErrors(manifestsIn(command.split(' > ')[1]!))).toEqual([]);
      Object.assign(made, secretsIn(text));
    },
  ],
  [
    // The objects are sent to a cluster; here they are held to the types of its API.
    /^kubectl apply -f /,
    (command) => {
      const files = Array.from(command.matchAll(/-f (\S+)/g), ([, file]) => file!);
      expect(files.length).toBeGreaterThan(0);
      expect(typeErrors(files.flatMap(manifestsIn))).toEqual([]);
    },
  ],
  [
    /^kubectl -n \S+ create secret /,
    async (command, made) => {
      const text = await kubectl(...wordsOf(completed(command)).slice(1), '--dry-run=client', '-o', 'yaml');
      Object.assign(made, secretsIn(text));
    },
  ],
  [
    /^kubectl apply -k k8s\/overlays\/\w+$/,
    (command, made) => {
      const objects = render(command.split('k8s/')[1]!);
      expect(typeErrors(objects.filter(({ apiVersion }) => !ofOperators.test(apiVersion)))).toEqual([]);
      expect(missingSecrets(objects, made)).toEqual([]);
    },
  ],
  [
    // Needs a cluster.
    /^kubectl -n bindery wait --for=condition=available deployment --all --timeout=\d+m$/,
    () => undefined,
  ],
  [
    // Needs a cluster; apps/e2e/src/deploy/images.spec.ts runs the program from its image.
    /^kubectl -n bindery exec deploy\/\S+ -- node \S+ /,
    (command) => {
      const [, deployment, program] = /deploy\/(\S+) -- node (\S+) /.exec(command)!;
      const found = ['production', 'small']
        .flatMap((overlay) => workloads(render(`overlays/${overlay}`)))
        .find(({ owner }) => owner.metadata.name === deployment);
      expect(programsOf(found!.pod.containers[0]!.image)).toContain(program);
    },
  ],
  [
    // Needs an installation; apps/e2e/src/readme runs them.
    /^npm run bindery -- (import|publish) .* --url \S+ --token <token>$|^npm start /,
    () => undefined,
  ],
];

/** The files that an image of ours is started by: the programs at the top of its app. */
function programsOf(image: string): string[] {
  const app = image.split('/').at(-1)!.split(':')[0]!;
  const folder = join(root, app === 'operator' ? 'apps/command-line/src' : `apps/${app}/src`);
  return ['main', 'admin', 'runtime-server']
    .filter((name) => existsSync(join(folder, `${name}.ts`)))
    .map((name) => `${name}.js`);
}

/** The Secrets that objects refer to and that neither the commands nor operators of the cluster make. */
function missingSecrets(objects: Manifest[], made: SecretKeys): string[] {
  const byOperators = ['postgres-superuser', 'postgres-ca'];
  const ofPods = workloads(objects).flatMap(({ pod }) => [
    ...[...pod.containers, ...(pod.initContainers ?? [])].flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef),
      ...envFrom.map(({ secretRef }) => secretRef),
    ]),
    ...(pod.volumes ?? []).flatMap(({ secret, projected }) => [
      secret && { name: secret.secretName, optional: secret.optional },
      ...(projected?.sources ?? []).flatMap(({ secret: { name, items } }) => items.map(({ key }) => ({ name, key }))),
    ]),
  ]);
  const ofIngresses = objects.flatMap(({ kind, spec }) =>
    kind === 'Ingress' ? (spec.tls ?? []).map(({ secretName }) => ({ name: secretName, key: 'tls.crt' })) : [],
  );
  const ofArchive = ofKind(objects, 'ObjectStore').map(() => ({ name: 'archive', key: 'AWS_ACCESS_KEY_ID' }));
  return [...ofPods, ...ofIngresses, ...ofArchive].flatMap((reference) => {
    if (!reference || ('optional' in reference && reference.optional) || byOperators.includes(reference.name))
      return [];
    const { name, key } = reference as { name: string; key?: string };
    const keys = made[name];
    return keys && (key === undefined || keys.includes(key)) ? [] : [`${name} ${key ?? ''}`.trim()];
  });
}

(hasKubectl ? describe : describe.skip)('the commands of the pages on self-hosting', () => {
  beforeAll(async () => {
    const { 'tls.crt': certificate, 'tls.key': key } = await serverCertificates(['docs.example.com']);
    writeFileSync(join(folder, 'tls.crt'), certificate);
    writeFileSync(join(folder, 'tls.key'), key);
  });

  it('are there for compose, for a cluster and for a small one', () => {
    const applied = blocks.map((block) => block.filter((command) => / (apply -k|up) /.test(command)).length);
    expect(applied.filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
  });

  it.each(blocks.map((block, index) => [index + 1, block] as const))(
    'run as far as they can: block %d',
    async (_, block) => {
      const made: SecretKeys = {};
      for (const command of block) {
        const handler = handlers.filter(([pattern]) => pattern.test(command));
        expect([command, handler.length]).toEqual([command, 1]);
        await handler[0]![1](command, made);
      }
    },
  );

  it('would be missed: a Secret that no command makes is named', () => {
    expect(missingSecrets(render('overlays/small'), {})).toEqual(
      expect.arrayContaining(['bindery-tls tls.crt', 'postgres-admin', 'databases', 'nats']),
    );
  });
});
