import { Controller } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  batch,
  Composes,
  contract,
  del,
  get,
  Int,
  notFound,
  patch,
  post,
  Text,
  type RequestOf,
} from '@bindery/contracts';
import { HandlesBatch, Handles, Mutations, withVersion, type BatchRequest } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';

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

export class Notes1700000009000 implements MigrationInterface {
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

const nothing = () => Promise.resolve();

/**
 * The current behaviour of the services: the work in a mutation before its effect, that of a deletion after it has loaded the
 * note, and the number of likes of a note.
 */
export const notesNow = { before: nothing as () => Promise<void>, loaded: nothing as () => Promise<void>, likes: 0 };
export const resetNotes = () => void Object.assign(notesNow, { before: nothing, loaded: nothing, likes: 0 });

@Controller()
export class NotesController {
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
      await notesNow.before();
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
      await notesNow.before();
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
    await notesNow.loaded();
    const row = { table: 'note', key: { id } };
    await this.mutations.run({ organization: 'org', target: { type: 'note', id }, version, row }, () =>
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
export class LikesController {
  @HandlesBatch(likes)
  async likes({ ids }: BatchRequest): Promise<Record<string, Likes>> {
    return Object.fromEntries(ids.map((id) => [id, { likes: notesNow.likes }]));
  }
}
