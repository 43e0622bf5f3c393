import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import type { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  batch,
  Composes,
  conflict,
  contract,
  del,
  get,
  Int,
  notFound,
  patch,
  post,
  Text,
  type AuditRecord,
  type EventEnvelope,
  type RequestOf,
} from '@bindery/contracts';
import { Answers, Handles, Mutations, withVersion, type BatchRequest } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';
import type { RunningService } from '@bindery/service';
import { KnownUsers, tokens } from './known-users';
import { until, workbench, type Workbench } from './workbench';

class Likes {
  @Int() likes!: number;
}
const likes = batch('sites', 'likes', Likes);

@Composes(likes, 'id', { likes: 'likes' })
class Note {
  @Text() id!: string;
  @Text() text!: string;
  @Int({ optional: true }) likes?: number;
}
class NewNote {
  @Text() text!: string;
}
class Secret {
  @Text() id!: string;
  @Text() secret!: string;
}
const notes = contract('content', 'Test', {
  createNote: post('/test/notes', { summary: '', body: NewNote, returns: Note, status: 201 }),
  readNote: get('/test/notes/:id', { summary: '', returns: Note }),
  renameNote: patch('/test/notes/:id', { summary: '', body: NewNote, returns: Note }),
  deleteNote: del('/test/notes/:id', { summary: '' }),
  createSecret: post('/test/secrets', { summary: '', returns: Secret, secret: true }),
  suggestNote: post('/test/suggestions', { summary: '', body: NewNote, returns: Note, anonymous: true }),
});

class Notes1700000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table note (id text primary key, text text not null, version integer not null default 1)',
    );
  }
  async down(): Promise<void> {}
}

interface Row extends Note {
  version: number;
}

/** What happens in a mutation before its effect. */
let before: () => Promise<void> = () => Promise.resolve();
let likeCount = 0;

@Controller()
class NotesController {
  constructor(
    private readonly db: Database,
    private readonly mutations: Mutations,
  ) {}

  @Handles(notes.createNote)
  async create({ body }: RequestOf<typeof notes.createNote>) {
    return this.add(body.text);
  }

  @Handles(notes.suggestNote)
  async suggest({ body }: RequestOf<typeof notes.suggestNote>) {
    return this.add(body.text);
  }

  private add(text: string): Promise<Note> {
    const id = newId();
    return this.mutations.run({ organization: 'org', target: { type: 'note', id } }, async () => {
      await before();
      await this.db.run('insert into note (id, text) values ($1, $2)', [id, text]);
      return withVersion({ id, text }, 1);
    });
  }

  @Handles(notes.readNote)
  async read({ params }: RequestOf<typeof notes.readNote>) {
    return this.load(params.id).then(present);
  }

  @Handles(notes.renameNote)
  async rename({ params, body }: RequestOf<typeof notes.renameNote>) {
    const { id, version } = await this.load(params.id);
    return this.mutations.run({ organization: 'org', target: { type: 'note', id }, version }, async () => {
      await before();
      const [row] = await this.db.query<Row>(
        'update note set text = $2, version = version + 1 where id = $1 returning *',
        [id, body.text],
      );
      return present(row!);
    });
  }

  @Handles(notes.deleteNote)
  async delete({ params }: RequestOf<typeof notes.deleteNote>) {
    const { id, version } = await this.load(params.id);
    await this.mutations.run({ organization: 'org', target: { type: 'note', id }, version }, () =>
      this.db.run('delete from note where id = $1', [id]),
    );
  }

  @Handles(notes.createSecret)
  async createSecret(_: RequestOf<typeof notes.createSecret>) {
    const id = newId();
    return this.mutations.run({ organization: 'org', target: { type: 'secret', id } }, async () => ({
      id,
      secret: 'hush-hush',
    }));
  }

  private async load(id: string): Promise<Row> {
    const [row] = await this.db.query<Row>('select * from note where id = $1', [id]);
    if (!row) throw notFound('Note');
    return row;
  }
}

const present = ({ id, text, version }: Row): Note => withVersion({ id, text }, version);

@Controller()
class LikesController {
  @Answers(likes)
  async likes({ ids }: BatchRequest): Promise<Record<string, Likes>> {
    return Object.fromEntries(ids.map((id) => [id, { likes: likeCount }]));
  }
}

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
afterEach(() => {
  before = () => Promise.resolve();
  likeCount = 0;
});
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
    before = () => Promise.reject(conflict('No'));
    expect((await create('failing')).status).toBe(409);
    expect(await audit()).toEqual([]);
    before = () => Promise.resolve();
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
    before = async () => {
      reached = true;
      await sleep(300);
    };
    const first = create('k5', 'parallel');
    await until(() => reached);
    expect((await create('k5', 'parallel')).status).toBe(409);
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
    before = () => Promise.reject(new Error('broken'));
    expect((await create('k10', 'again')).status).toBe(500);
    before = () => Promise.resolve();
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

  it('lets one of two win that name the same version at the same time', async () => {
    const { json, tag } = await create();
    before = () => sleep(100);
    const outcomes = await Promise.all(['x', 'y'].map((text) => rename(json.id, tag, text)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = outcomes.find(({ status }) => status === 200)!;
    expect((await call('GET', `/notes/${json.id}`)).text).toBe(winner.text);
  });

  it('compares the version of the row, not what other services add to the answer', async () => {
    const { json, tag } = await create();
    likeCount = 5;
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
    likeCount = 6;
    expect((await read(tag)).status).toBe(200);
  });
});
