import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { ShareLink, StorageUploadURL } from '@bindery/contracts';
import { Database, schemaOf } from '@bindery/persistence';
import { Encryptor } from '@bindery/secrets';
import { signedUrl } from '@bindery/storage';
import {
  configure,
  everyTable,
  install,
  linkOf,
  nextMail,
  publish,
  secretSettings,
  sessionCookie,
  signingSettings,
  SiteWorld,
  tokenOf,
  visit,
} from '@bindery/testing';
import { clusterSecrets } from '@bindery/command-line';
import { generateSecrets, PROCESSES, secretKeysOf, SERVICES, signingKeysOf, type ProcessName } from '@bindery/launcher';
import { parseAllDocuments } from 'yaml';
import { createInProcessOrganization, type InProcessOrganization } from '../support/test-organization';

let world: InProcessOrganization;
let sites: SiteWorld;

beforeAll(async () => {
  world = await createInProcessOrganization();
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

/** The possible keys in the environment of a process: each value, and each part of a list. */
function keysOf(name: ProcessName): Buffer[] {
  const settings = { ...secretSettings(name), ...signingSettings(name), VERIFYING_KEYS: '' };
  const texts = Object.values(settings).flatMap((value) => value.split(',').map((one) => one.replace(/^[a-z-]+=/, '')));
  return texts.filter(Boolean).map((text) => Buffer.from(text, 'base64url'));
}

/** The processes with whose keys something can be made or opened. */
const ableTo = (attempt: (key: Buffer) => boolean): ProcessName[] =>
  PROCESSES.filter((name) => keysOf(name).some((key) => attempt(key)));

const opens = (open: () => string): boolean => {
  try {
    return open().length > 0;
  } catch {
    return false;
  }
};

const site = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, 'sites', `bindery ${purpose}`, 32));

describe('with the environment of one process', () => {
  it('only identity makes the link or the code of a sign-in', async () => {
    const email = 'somebody@mail.example.org';
    const { json } = await visit<{ signIn: string }>(world, '/sign-in', { form: { email } });
    const link = linkOf(await nextMail(world, email));
    const made = (key: Buffer) =>
      `${json.signIn}.${createHmac('sha256', key).update(`sign-in link\0${json.signIn}`).digest('base64url')}`;
    expect(ableTo((key) => made(key) === link)).toEqual(['identity']);
  });

  it('only content, and the gateway that serves it, make the address of a file', async () => {
    const { url } = await world.api.expect<StorageUploadURL>('createStorageUpload', {
      token: world.admin.token,
      params: { organizationId: world.organization },
      body: { kind: 'import_file', file: { name: 'docs.zip', type: 'application/zip', size: 5 } },
    });
    const { origin, pathname, searchParams } = new URL(url);
    const grant = {
      method: 'PUT' as const,
      key: pathname.slice(1),
      expiresAt: new Date(Number(searchParams.get('expires')) * 1_000),
      maxBytes: Number(searchParams.get('maxBytes')),
    };
    expect(ableTo((key) => signedUrl(origin, grant, key) === url)).toEqual(['gateway', 'content']);
  });

  it('only sites makes content tokens, and decrypts or finds the keys of share links', async () => {
    const { id } = await sites.site(['Shared'], { visibility: 'share-link' });
    const link = await sites.expect<ShareLink>('createSiteShareLink', { params: { siteId: id }, body: { name: 'x' } });
    await sites.publish(id);
    const [row] = await world.records.query<{ id: string; sealed: string; hash: Buffer }>(
      `select id, sealed_key as sealed, key_hash as hash from sites.share_link where id = $1`,
      [link.id],
    );
    const { id: row_id, sealed, hash } = row!;
    expect(ableTo((key) => opens(() => new Encryptor(key, 'site secrets').open(sealed, row_id)))).toEqual(['sites']);
    const shareKey = new Encryptor(sitesKey(), 'site secrets').open(sealed, row_id);
    const found = (key: Buffer) => createHmac('sha256', site(key, 'share keys')).update(shareKey).digest();
    expect(ableTo((key) => found(key).equals(hash))).toEqual(['sites']);
    const admitted = await sites.lookup(link.urls.published!);
    const token = /[0-9A-Za-z]{22}\.[\w-]{20,30}\.[\w-]{8}/.exec(JSON.stringify(admitted.body))![0];
    const [first, second, mac] = token.split('.');
    const macOf = (key: Buffer) =>
      createHmac('sha256', site(key, 'content tokens')).update(`${first}.${second}`).digest('base64url').slice(0, 8);
    expect(ableTo((key) => macOf(key) === mac)).toEqual(['sites']);
  });

  const sitesKey = () => Buffer.from(secretSettings('sites').SECRET_KEY!, 'base64url');

  it('no process decrypts the stored answers of another service', async () => {
    await world.api.expect('createSpace', {
      token: world.admin.token,
      params: { organizationId: world.organization },
      body: { title: 'Sealed' },
      headers: { 'idempotency-key': 'sealed' },
    });
    const rows = await world.records.query<{ key: string; sealed: string }>(
      `select key, answer #>> '{}' as sealed from content.idempotency where json_typeof(answer) = 'string'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { key: context, sealed } of rows)
      expect(ableTo((key) => opens(() => new Encryptor(key, 'content answers').open(sealed, context)))).toEqual([
        'content',
      ]);
  });
});

describe('with the environment of one process, what others keep secret', () => {
  const sealedOf = async (table: string, column: string, context: string) =>
    world.records.query<{ sealed: string; context: string }>(
      `select ${column} as sealed, ${context} as context from ${table} where ${column} is not null`,
    );

  it('of integrations is opened by integrations alone: signing secrets, secrets, configurations and events', async () => {
    const name = await publish(world, { secrets: { KEY: 'a secret' } });
    await configure(world, await install(world, name), 'configured');
    for (const [table, column, context] of [
      ['integrations.integration', 'signing_secret', `'signing ' || id`],
      ['integrations.integration_secret', 'sealed', `'secret ' || integration_id || ' ' || name`],
      ['integrations.installation', 'configuration', `'configuration ' || id`],
      ['integrations.event', 'payload', `'event ' || id`],
    ] as const) {
      const rows = await sealedOf(table, column, context);
      expect([table, rows.length > 0]).toEqual([table, true]);
      for (const { sealed, context: of } of rows)
        expect([table, ableTo((key) => opens(() => new Encryptor(key, 'integrations').open(sealed, of)))]).toEqual([
          table,
          ['integrations'],
        ]);
    }
  });

  it('of a Git repository is opened by content alone', async () => {
    const sealer = (key: Buffer) => new Encryptor(key, 'git credentials');
    const { SECRET_KEY } = secretSettings('content');
    const sealed = sealer(Buffer.from(SECRET_KEY!, 'base64url')).seal('Basic secret', 'space');
    expect(ableTo((key) => opens(() => sealer(key).open(sealed, 'space')))).toEqual(['content']);
  });

  it('proves the visitor of a site: only identity makes the claims', async () => {
    const { serviceVisitorClaims } = await world.api.expect<{ serviceVisitorClaims: string }>(
      'updateOrganizationMemberLastSeenAt',
      { token: world.admin.token, params: { organizationId: world.organization, userId: world.admin.id } },
    );
    const [header, claims, signature] = serviceVisitorClaims.split('.');
    const keyOf = (key: Buffer) =>
      Buffer.from(hkdfSync('sha256', key, world.organization, 'bindery visitor claims', 32));
    const signed = (key: Buffer) =>
      createHmac('sha256', keyOf(key)).update(`${header}.${claims}`).digest('base64url') === signature;
    expect(ableTo(signed)).toEqual(['identity']);
  });

  /** Tables with credentials: whose they are, and the column by which a credential is found. */
  const credentials = [
    ['identity', 'api_token'],
    ['identity', 'session'],
    ['identity', 'sign_in'],
    ['integrations', 'access_token'],
    ['integrations', 'integration_secret'],
    ['sites', 'share_link'],
  ] as const;

  it.each(SERVICES)('is in tables that the database role of %s neither reads nor writes', async (name) => {
    const { app } = world.platform.services[name];
    const database = app.get(Database);
    for (const [owner, table] of credentials) {
      const place = `${schemaOf(owner)}.${table}`;
      for (const statement of [
        `select * from ${place}`,
        `delete from ${place} where false`,
        `insert into ${place} default values`,
      ]) {
        const refusal = await database.query(statement).then(
          () => '',
          (error: unknown) => JSON.stringify(error) + String(error),
        );
        const isRefused = refusal.includes('permission denied');
        expect([statement, isRefused]).toEqual([statement, name !== owner]);
      }
    }
  });

  it('is stored as a hash where it is a token, of which no key makes another', async () => {
    const [, session = ''] = (await sessionCookie(world, 'another@mail.example.org')).split('=');
    const integration = await publish(world);
    const installation = await tokenOf(world, await install(world, integration));
    const { token } = await world.api.expect<{ token: string }>('createUserToken', {
      token: world.admin.token,
      body: { label: 'Made' },
    });
    const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
    const tables = await everyTable(world);
    for (const [secret, table] of [
      [session, 'identity.session'],
      [token, 'identity.api_token'],
      [installation, 'integrations.access_token'],
    ] as const) {
      const random = secret.split('_')[2]!;
      // 190 bits, drawn for it alone.
      expect(random).toMatch(/^[0-9A-Za-z]{32}$/);
      const holders = (text: string) => [...tables].filter(([, rows]) => rows.includes(text)).map(([name]) => name);
      expect(holders(random)).toEqual([]);
      expect(holders(hashOf(secret))).toEqual([table]);
    }
  });
});

describe('each process has secrets of its own', () => {
  /** Values that two processes have, besides those that are no secret or that are for both. */
  function shared(environments: ReadonlyMap<string, Record<string, string>>, both: RegExp): string[] {
    const holders = new Map<string, Set<string>>();
    for (const [name, env] of environments)
      for (const [setting, value] of Object.entries(env))
        if (value.length >= 20 && !both.test(setting))
          holders.set(value, (holders.get(value) ?? new Set()).add(`${name} ${setting}`));
    return [...holders.values()].filter(({ size }) => size > 1).map((all) => [...all].join(', '));
  }

  it('on a laptop', () => {
    const secrets = generateSecrets();
    const environments = new Map(
      PROCESSES.map((name) => {
        const keys = Object.fromEntries(
          Object.entries(secretKeysOf(name, {}, secrets)).map(([k, v]) => [k, String(v)]),
        );
        return [name, { ...keys, SIGNING_KEY: signingKeysOf(name, secrets).own, NATS_PASSWORD: secrets.nats[name]! }];
      }),
    );
    expect(shared(environments, /^$/)).toEqual([]);
  });

  it('after an upgrade, where the key that all had opens what it has sealed', () => {
    const upgraded = generateSecrets({ secretKey: 'shared', oldSecretKeys: ['older'] });
    expect(new Set(Object.values(upgraded.secretKeys)).size).toBe(SERVICES.length);
    for (const name of SERVICES)
      expect(secretKeysOf(name, {}, upgraded)).toMatchObject({ SECRET_KEY_OLD: 'shared,older' });
    expect(secretKeysOf('gateway', {}, upgraded).FILE_KEYS).toContain('content=shared');
    expect(secretKeysOf('gateway', {}, upgraded)).not.toHaveProperty('SECRET_KEY');
    const again = generateSecrets(JSON.parse(JSON.stringify(upgraded)) as typeof upgraded);
    expect(again).toEqual(upgraded);
  });

  it('in a cluster', async () => {
    const text = await clusterSecrets({ namespace: 'bindery', postgres: 'postgres-rw:5432' });
    const documents = parseAllDocuments(text).map(
      (document) => document.toJS() as { metadata: { name: string }; stringData: Record<string, string> },
    );
    const keys = documents.filter(
      ({ metadata }) => metadata.name.endsWith('-keys') && !metadata.name.startsWith('veri'),
    );
    expect(keys.map(({ metadata }) => metadata.name).sort()).toEqual(PROCESSES.map((name) => `${name}-keys`).sort());
    expect(shared(new Map(keys.map(({ metadata, stringData }) => [metadata.name, stringData])), /^$/)).toEqual([]);
  });
});
