import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { openStorage, type Storage, storageScopes } from '@bindery/storage';
import { until } from '@bindery/testing';
import { freePorts, PROCESSES, stopProcess, type ProcessName } from '@bindery/launcher';
import { storagePolicies } from '@bindery/command-line';

/*
 * A server that speaks S3, checks the signature of each request and holds each user to its policy: Moto (`pip install
 * 'moto[server]'`), where the machine has it. It does not evaluate conditions, so the results of listings are not tested here.
 */
const isInstalled = ((): boolean => {
  try {
    execFileSync('moto_server', ['--help'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('Skipped: no moto_server on this machine, which would hold credentials to their policies');
    return false;
  }
})();

type Credentials = { id: string; secret: string };

const places = [
  'files',
  'exports',
  'pdf',
  'images',
  'uploads',
  'integrations',
  ...PROCESSES.map((of) => `bodies/${of}`),
];
const type = { contentType: 'text/plain' };
const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;

let server: ChildProcess;
let url: string;
const credentials = new Map<string, Credentials>();
const opened: Storage[] = [];

/** Manages users and keys as an administrator, before any policy applies. */
async function administer(form: Record<string, string>): Promise<string> {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=setup/20260101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=0';
  const body = new URLSearchParams({ Version: '2010-05-08', ...form });
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

async function addUser(name: string, policy: object): Promise<void> {
  await administer({ Action: 'CreateUser', UserName: name });
  const PolicyDocument = JSON.stringify(policy);
  await administer({ Action: 'PutUserPolicy', UserName: name, PolicyName: 'own', PolicyDocument });
  const key = await administer({ Action: 'CreateAccessKey', UserName: name });
  const of = (field: string) => new RegExp(`<${field}>(.*?)<`).exec(key)![1]!;
  credentials.set(name, { id: of('AccessKeyId'), secret: of('SecretAccessKey') });
}

/** The whole bucket, as the environment of a process opens it: past the code that keeps the process to its folders. */
async function opens({ id, secret }: Credentials): Promise<Storage> {
  process.env.AWS_ACCESS_KEY_ID = id;
  process.env.AWS_SECRET_ACCESS_KEY = secret;
  const storage = openStorage(`s3://bucket/docs?endpoint=${encodeURIComponent(url)}&forcePathStyle=true`);
  opened.push(storage);
  // The client reads the environment at its first request.
  await storage.exists('files/none').catch(() => undefined);
  return storage;
}

const allows = (attempt: () => Promise<unknown>): Promise<boolean> =>
  attempt().then(
    () => true,
    (error: { $metadata?: { httpStatusCode?: number } }) => {
      if (error.$metadata?.httpStatusCode === 403) return false;
      throw error;
    },
  );

(isInstalled ? describe : describe.skip)('with the S3 credentials of one process', () => {
  beforeAll(async () => {
    const [port] = await freePorts(1);
    url = `http://127.0.0.1:${port}`;
    server = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    await until(
      () =>
        fetch(`${url}/moto-api/data.json`).then(
          ({ ok }) => ok,
          () => false,
        ),
      30_000,
    );
    const policies = JSON.parse(storagePolicies('bucket/docs')) as Record<string, object>;
    for (const [name, policy] of Object.entries(policies)) await addUser(name, policy);
    const everything = [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }];
    await addUser('administrator', { Version: '2012-10-17', Statement: everything });
    // From now on every request is held to its signature and its policy.
    await fetch(`${url}/moto-api/reset-auth`, { method: 'POST', body: '0' });
    const administrator = await opens(credentials.get('administrator')!);
    await administrator.prepare();
    for (const place of places) await administrator.put(`${place}/organization/name`, Buffer.from('secret'), type);
  });

  afterAll(async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
    if (AWS_ACCESS_KEY_ID === undefined) delete process.env.AWS_ACCESS_KEY_ID;
    if (AWS_SECRET_ACCESS_KEY === undefined) delete process.env.AWS_SECRET_ACCESS_KEY;
    for (const storage of opened) await storage.close();
    await stopProcess(server.pid!);
  });

  it.each(PROCESSES)(
    'the server lets %s read and write its own folders, and nothing else',
    async (name: ProcessName) => {
      const storage = await opens(credentials.get(name)!);
      const { reads, writes } = storageScopes[name]!;
      const within = (folders: readonly string[], place: string) => folders.some((one) => `${place}/`.startsWith(one));
      for (const place of places) {
        const key = `${place}/organization/name`;
        const read = [async () => (await storage.get(key))?.stream.destroy(), () => storage.size(key)];
        for (const one of read)
          expect([place, await allows(one)]).toEqual([place, within([...reads, ...writes], place)]);
        const written = [
          () => storage.put(key, Buffer.from('secret'), type),
          () => storage.delete(`${place}/organization/other`),
        ];
        for (const one of written) expect([place, await allows(one)]).toEqual([place, within(writes, place)]);
      }
    },
  );

  it('the server believes no access key without its secret', async () => {
    const { id } = credentials.get('content')!;
    const storage = await opens({ id, secret: credentials.get('sites')!.secret });
    expect(await allows(() => storage.get('files/organization/name'))).toBe(false);
  });
});
