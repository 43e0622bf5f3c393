/** @isolated for the operations that it declares */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { conflict, type AuditRecord, type EventEnvelope } from '@bindery/contracts';
import type { RunningService } from '@bindery/service';
import { until } from '@bindery/testing';
import { KnownUsers, tokens } from './known-users';
import { LikesController, Notes1700000009000, NotesController, notesNow, resetNotes } from './notes-service';
import { workbench, type Workbench } from './workbench';

let bench: Workbench;
let base: string;
let sql: Client;
let content: RunningService;
const startContent = async () => {
  content = await bench.start({ name: 'content', migrations: [Notes1700000009000], controllers: [NotesController] });
};

beforeAll(async () => {
  bench = await workbench();
  await startContent();
  await bench.start({ name: 'identity', controllers: [KnownUsers] });
  await bench.start({ name: 'sites', controllers: [LikesController] });
  base = `http://127.0.0.1:${(await bench.gateway()).port}/v1/test`;
  sql = await bench.sql('content');
  tokens.add('alice').add('bob');
});
afterEach(resetNotes);
afterAll(() => bench.close());

interface Options {
  body?: object;
  headers?: Record<string, string>;
  as?: string | null;
}
async function call(method: string, path: string, { body, headers = {}, as = 'alice' }: Options = {}) {
  const response = await fetch(base + path, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${as}` }),
      ...headers,
    },
  });
  const text = await response.text();
  const json = (text ? JSON.parse(text) : undefined) as { id: string; error: { message: string } };
  return { status: response.status, text, json, tag: response.headers.get('etag')!, headers: response.headers };
}
const create = (key?: string, text = 'a', more: Options = {}) =>
  call('POST', '/notes', { body: { text }, ...(key && { headers: { 'idempotency-key': key } }), ...more });
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const count = async (text: string) => (await sql.query('select from note where text = $1', [text])).rowCount;

describe('an audit row', () => {
  const audit = async () => {
    const { rows } = await sql.query<{ envelope: EventEnvelope<AuditRecord> }>(
      `select envelope from outbox where subject = 'event.content.audit.recorded' order by id`,
    );
    return rows.map(({ envelope }) => envelope);
  };

  it('says of every mutation who did what to which object', async () => {
    await sql.query('delete from outbox');
    const { json } = await create();
    await call('PATCH', `/notes/${json.id}`, { body: { text: 'b' }, as: 'bob' });
    await call('DELETE', `/notes/${json.id}`);
    const records = await audit();
    expect(records.map(({ payload: { action, actor, token, target } }) => ({ action, actor, token, target }))).toEqual([
      { action: 'createNote', actor: 'alice', token: 'alice-id', target: { type: 'note', id: json.id } },
      { action: 'renameNote', actor: 'bob', token: 'bob-id', target: { type: 'note', id: json.id } },
      { action: 'deleteNote', actor: 'alice', token: 'alice-id', target: { type: 'note', id: json.id } },
    ]);
    expect(records[1]!.payload.params).toEqual({ id: json.id });
  });

  it('is absent when the mutation fails, and is not repeated with a stored answer', async () => {
    await sql.query('delete from outbox');
    notesNow.before = () => Promise.reject(conflict('No'));
    expect((await create('failing')).status).toBe(409);
    expect(await audit()).toEqual([]);
    resetNotes();
    await create('failing');
    await create('failing');
    expect(await audit()).toHaveLength(1);
  });
});

describe('Idempotency-Key', () => {
  it('answers the same bytes again, marked, and does nothing', async () => {
    const first = await create('k1', 'once');
    const second = await create('k1', 'once');
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.tag).toBe(first.tag);
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(await count('once')).toBe(1);
  });

  it('still does after a restart of the service', async () => {
    const first = await create('k2', 'restart');
    await content.close();
    await startContent();
    expect((await create('k2', 'restart')).text).toBe(first.text);
    expect(await count('restart')).toBe(1);
  });

  it('answers an operation without an answer again', async () => {
    const { json } = await create();
    expect((await call('DELETE', `/notes/${json.id}`, keyed('k3'))).status).toBe(204);
    expect((await call('DELETE', `/notes/${json.id}`, keyed('k3'))).status).toBe(204);
    expect((await call('DELETE', `/notes/${json.id}`)).status).toBe(404);
  });

  it('refuses another body with 422', async () => {
    await create('k4', 'one');
    expect((await create('k4', 'two')).status).toBe(422);
    expect(await count('two')).toBe(0);
  });

  it('refuses a second call with 409 while the first runs, and lets both have one effect', async () => {
    let reached = false;
    let goOn = () => {};
    const refused = new Promise<void>((resolve) => (goOn = resolve));
    notesNow.before = () => {
      reached = true;
      return refused;
    };
    const first = create('k5', 'parallel');
    await until(() => reached);
    expect((await create('k5', 'parallel')).status).toBe(409);
    goOn();
    expect((await first).status).toBe(201);
    expect(await count('parallel')).toBe(1);
    const many = await Promise.all(Array.from({ length: 10 }, () => create('k6', 'many')));
    expect(many.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(many.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await count('many')).toBe(1);
  });

  it('does not keep secrets: a replay is 409 and names the object', async () => {
    const first = await call('POST', '/secrets', keyed('k7'));
    expect(first.json).toMatchObject({ secret: 'hush-hush' });
    const second = await call('POST', '/secrets', keyed('k7'));
    expect(second.status).toBe(409);
    expect(second.json.error.message).toContain(first.json.id);
    const { rows } = await sql.query('select * from idempotency');
    expect(JSON.stringify(rows)).not.toContain('hush-hush');
  });

  it('belongs to its caller and to what the path names', async () => {
    const [mine, theirs] = [await create('k8', 'mine'), await create('k8', 'theirs', { as: 'bob', ...keyed('k8') })];
    expect(theirs.status).toBe(201);
    for (const { json } of [mine, theirs])
      expect((await call('PATCH', `/notes/${json.id}`, { body: { text: 'c' }, ...keyed('k8') })).json.id).toBe(json.id);
  });

  it('means nothing from callers without a name', async () => {
    const suggest = () => call('POST', '/suggestions', { body: { text: 'anonymous' }, as: null, ...keyed('k9') });
    const [first, second] = [await suggest(), await suggest()];
    expect(first.status).toBe(200);
    expect(second.json.id).not.toBe(first.json.id);
  });

  it('is free again after a failure and after 24 hours', async () => {
    notesNow.before = () => Promise.reject(new Error('broken'));
    expect((await create('k10', 'again')).status).toBe(500);
    resetNotes();
    const first = await create('k10', 'again');
    expect(first.status).toBe(201);
    await sql.query(`update idempotency set created_at = now() - interval '25 hours'`);
    const second = await create('k10', 'again');
    expect(second.status).toBe(201);
    expect(second.json.id).not.toBe(first.json.id);
  });

  it.each(['', 'x'.repeat(256), 'ü'])('refuses the key %#', async (key) => {
    expect((await call('POST', '/notes', { body: { text: 'a' }, ...keyed(key) })).status).toBe(400);
  });
});

describe('If-Match', () => {
  const rename = (id: string, match: string, text = 'b') =>
    call('PATCH', `/notes/${id}`, { body: { text }, headers: { 'if-match': match } });

  it('admits the current version alone', async () => {
    const { json, tag } = await create();
    const renamed = await rename(json.id, tag);
    expect(renamed.status).toBe(200);
    expect((await rename(json.id, tag)).status).toBe(412);
    expect((await rename(json.id, `"99-x", ${tag}, W/${renamed.tag}`)).status).toBe(200);
    expect((await rename(json.id, '*')).status).toBe(200);
    for (const nonsense of ['nonsense', '"', '3', '"3', 'W/3'])
      expect((await rename(json.id, nonsense)).status).toBe(412);
  });

  it('guards deletion', async () => {
    const { json, tag } = await create();
    await rename(json.id, tag);
    const remove = (match: string) => call('DELETE', `/notes/${json.id}`, { headers: { 'if-match': match } });
    expect((await remove(tag)).status).toBe(412);
    expect((await remove('*')).status).toBe(204);
  });

  it('guards deletion against a change that comes in between', async () => {
    const { json, tag } = await create();
    notesNow.loaded = async () => void (await rename(json.id, '*'));
    expect((await call('DELETE', `/notes/${json.id}`, { headers: { 'if-match': tag } })).status).toBe(412);
    expect((await call('GET', `/notes/${json.id}`)).json).toMatchObject({ text: 'b' });
  });

  it('lets one of two win that name the same version at the same time', async () => {
    const { json, tag } = await create();
    notesNow.before = () => sleep(100);
    const outcomes = await Promise.all(['x', 'y'].map((text) => rename(json.id, tag, text)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = outcomes.find(({ status }) => status === 200)!;
    expect((await call('GET', `/notes/${json.id}`)).text).toBe(winner.text);
  });

  it('compares the version of the row, not what other services add to the answer', async () => {
    const { json, tag } = await create();
    notesNow.likes = 5;
    const read = await call('GET', `/notes/${json.id}`);
    expect(read.tag).not.toBe(tag);
    expect((await rename(json.id, tag)).status).toBe(200);
  });
});

describe('If-None-Match', () => {
  it('answers 304 as long as nothing in the answer changed', async () => {
    const { json, tag } = await create();
    const read = (match: string) => call('GET', `/notes/${json.id}`, { headers: { 'if-none-match': match } });
    for (const match of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const { status, text, headers } = await read(match);
      expect([status, text, headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await read('"x"')).status).toBe(200);
    notesNow.likes = 6;
    expect((await read(tag)).status).toBe(200);
  });
});
