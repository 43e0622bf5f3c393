import { connect, type NatsConnection as Connection } from 'nats';
import { Client } from 'pg';
import { testServers } from './broker-client';
import { type Migrate, platformDatabase, type PlatformDatabase } from './template-database';
import { type TestNats, testNats } from './test-nats';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded Postgres', () => {
  const migrate: Migrate = async ({ migrationDatabaseUrl }) => {
    await query(
      migrationDatabaseUrl,
      `CREATE TABLE thing (name text PRIMARY KEY); CREATE INDEX ON thing USING gin (name gin_trgm_ops)`,
    );
  };
  let database: PlatformDatabase;

  beforeAll(async () => {
    database = await platformDatabase({ identity: migrate, content: migrate });
  });
  afterAll(() => database.drop());

  it('gives the app role the rows of its schema but not the schema itself', async () => {
    const { databaseUrl } = database.of('identity');
    await query(
      databaseUrl,
      `INSERT INTO thing VALUES ('one'); UPDATE thing SET name = 'two'; DELETE FROM thing WHERE name = 'one'`,
    );
    expect(await query(databaseUrl, `SELECT name, similarity(name, 'two') AS score FROM thing`)).toEqual([
      { name: 'two', score: 1 },
    ]);
    for (const statement of [
      'CREATE TABLE other ()',
      'ALTER TABLE thing ADD x int',
      'TRUNCATE thing',
      'CREATE TABLE public.other ()',
    ]) {
      await expect(query(databaseUrl, statement)).rejects.toThrow(/permission denied|must be owner/);
    }
  });

  it.each(['databaseUrl', 'migrationDatabaseUrl'] as const)(
    'refuses the schema of another service to the %s',
    async (url) => {
      await expect(query(database.of('content')[url], 'SELECT * FROM identity.thing')).rejects.toThrow(
        'permission denied for schema identity',
      );
    },
  );

  it('orders by code point and knows letters outside ASCII', async () => {
    const { databaseUrl } = database.of('content');
    await query(databaseUrl, `INSERT INTO thing VALUES ('a'), ('B'), ('Ä')`);
    expect((await query(databaseUrl, 'SELECT name FROM thing ORDER BY name')).map((row) => row.name)).toEqual([
      'B',
      'a',
      'Ä',
    ]);
    const [row] = await query(
      databaseUrl,
      `SELECT lower('ÄÇ') AS lower, to_tsvector('simple', '“naïve” — œuvre')::text AS words`,
    );
    expect(row).toEqual({ lower: 'äç', words: `'naïve':1 'œuvre':2` });
  });

  it('copies a template that is migrated once, also when several ask at the same time', async () => {
    const migrated = jest.fn(migrate);
    // Two services that no other test has together.
    const make = () => platformDatabase({ sites: migrated, 'ai-jobs': migrated });
    const databases = await Promise.all([1, 2, 3, 4].map(make));
    expect(migrated).toHaveBeenCalledTimes(2);
    const urls = databases.map(({ of }) => of('sites').databaseUrl);
    await query(urls[0]!, `INSERT INTO thing VALUES ('only here')`);
    expect(await query(urls[1]!, 'SELECT * FROM thing')).toEqual([]);
    await Promise.all(databases.map((each) => each.drop()));
    const names = await query((await testServers()).adminUrl, 'SELECT datname FROM pg_database');
    for (const databaseUrl of urls)
      expect(names).not.toContainEqual({ datname: new URL(databaseUrl).pathname.slice(1) });
  });
});

describe('the embedded NATS server', () => {
  let nats: TestNats;
  const open: Connection[] = [];
  const connectAs = async (options: TestNats['admin']) => {
    const connection = await connect(options);
    open.push(connection);
    return connection;
  };

  beforeAll(async () => {
    nats = await testNats();
  });
  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.close()));
    await nats.close();
  });

  async function subscribe(connection: Connection, subject: string): Promise<unknown> {
    return new Promise((resolve) => {
      const subscription = connection.subscribe(subject, { callback: (error) => resolve(error?.code) });
      void connection.flush().then(() => setTimeout(() => resolve(subscription.isClosed()), 50));
    });
  }

  it('carries a request of the gateway to its service and the answer back', async () => {
    const [gateway, identity] = await Promise.all([connectAs(nats.user('gateway')), connectAs(nats.user('identity'))]);
    identity.subscribe('rpc.identity.getAuthenticatedUser', { callback: (_, message) => message.respond('yes') });
    await identity.flush();
    expect((await gateway.request('rpc.identity.getAuthenticatedUser')).string()).toBe('yes');
  });

  it('refuses to hear the requests, answers and events of another service', async () => {
    const content = await connectAs(nats.user('content'));
    expect(await subscribe(content, 'rpc.content.>')).toBe(false);
    for (const subject of ['rpc.identity.>', 'rpc.>', '>', '_INBOX_gateway.>', 'event.identity.>']) {
      expect([subject, await subscribe(content, subject)]).toEqual([subject, 'PERMISSIONS_VIOLATION']);
    }
  });

  it('refuses events in the name of another service', async () => {
    const [content, admin] = await Promise.all([connectAs(nats.user('content')), connectAs(nats.admin)]);
    const heard: string[] = [];
    admin.subscribe('event.>', { callback: (_, message) => heard.push(message.subject) });
    await admin.flush();
    content.publish('event.identity.user.deleted');
    content.publish('event.content.space.created');
    await content.flush();
    await admin.flush();
    expect(heard).toEqual(['event.content.space.created']);
  });

  it('lets the gateway make and keep streams and consumers, a service publish into its own stream and another consume it', async () => {
    const [gateway, content, sites] = await Promise.all([
      connectAs(nats.user('gateway')),
      connectAs(nats.user('content')),
      connectAs(nats.user('sites')),
    ]);
    const manager = await gateway.jetstreamManager({ checkAPI: false });
    await manager.streams.add({ name: 'EVENTS_CONTENT', subjects: ['event.content.>'] });
    await content.jetstream().publish('event.content.space.deleted', 'one', { msgID: '1' });

    const durable = 'sites_site-spaces-of-deleted-spaces_content';
    await manager.consumers.add('EVENTS_CONTENT', {
      durable_name: durable,
      ack_policy: 'explicit' as never,
      filter_subject: 'event.content.space.deleted',
    });
    const consumer = await sites.jetstream().consumers.get('EVENTS_CONTENT', durable);
    const message = await consumer.next({ expires: 2_000 });
    expect(message?.string()).toBe('one');
    expect(await message?.ackAck()).toBe(true);

    await expect((await sites.jetstreamManager({ checkAPI: false })).streams.purge('EVENTS_CONTENT')).rejects.toThrow();

    await manager.streams.update('EVENTS_CONTENT', { max_bytes: 1024 ** 2 });
    expect((await manager.consumers.list('EVENTS_CONTENT').next()).map(({ name }) => name)).toEqual([durable]);
    expect((await manager.streams.getMessage('EVENTS_CONTENT', { seq: 1 })).string()).toBe('one');
    expect((await manager.streams.purge('EVENTS_CONTENT')).purged).toBe(1);
  });

  it('refuses connections without a password', async () => {
    const { servers } = nats.admin;
    await expect(connect({ servers })).rejects.toThrow('Authorization');
    await expect(connect({ servers, user: nats.admin.user, pass: 'wrong' })).rejects.toThrow('Authorization');
  });

  it('keeps accounts apart', async () => {
    const other = await testNats();
    const [gateway, stranger] = await Promise.all([connectAs(nats.user('gateway')), connect(other.user('identity'))]);
    stranger.subscribe('rpc.identity.getOrganizationById', { callback: (_, message) => message.respond('yes') });
    await stranger.flush();
    await expect(gateway.request('rpc.identity.getOrganizationById')).rejects.toMatchObject({ code: '503' });
    await stranger.close();
    await other.close();
  });
});
