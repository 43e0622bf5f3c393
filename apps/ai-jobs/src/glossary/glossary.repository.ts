import { Injectable } from '@nestjs/common';
import type { GlossaryTranslations, Language } from '@bindery/contracts';
import type { Term } from '@bindery/models';
import { Database, type KeysetPosition } from '@bindery/persistence';

export interface GlossaryEntryRow {
  id: string;
  organizationId: string;
  translations: GlossaryTranslations;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `id, organization_id as "organizationId", translations, created_at as "createdAt", updated_at as "updatedAt"`;

@Injectable()
export class GlossaryRepository {
  constructor(private readonly db: Database) {}

  async find(organization: string, id: string): Promise<GlossaryEntryRow | undefined> {
    const [row] = await this.db.query<GlossaryEntryRow>(
      `select ${columns} from glossary_entry where organization_id = $1 and id = $2`,
      [organization, id],
    );
    return row;
  }

  /** In the order in which they were added. */
  list(organization: string, after: KeysetPosition | undefined, limit: number): Promise<GlossaryEntryRow[]> {
    return this.db.query<GlossaryEntryRow>(
      `select ${columns} from glossary_entry
       where organization_id = $1 and ($2::timestamptz is null or (created_at, id) > ($2, $3))
       order by created_at, id limit $4`,
      [organization, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(organization: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from glossary_entry where organization_id = $1`,
      [organization],
    );
    return row!.count;
  }

  /** The terms that have both languages. */
  async terms(organization: string, from: Language, to: Language): Promise<Term[]> {
    return this.db.query<Term>(
      `select translations ->> $2 as source, translations ->> $3 as target from glossary_entry
       where organization_id = $1 and translations ?& array[$2, $3] order by created_at, id`,
      [organization, from, to],
    );
  }

  /** The version of the glossary; 0 without one. */
  async version(organization: string): Promise<number> {
    const [row] = await this.db.query<{ version: number }>(`select version from glossary where organization_id = $1`, [
      organization,
    ]);
    return row?.version ?? 0;
  }

  /** Begins a change; another change of the same glossary waits for the transaction's end. */
  async touch(organization: string): Promise<void> {
    await this.db.run(
      `insert into glossary as g (organization_id) values ($1)
       on conflict (organization_id) do update set version = g.version + 1`,
      [organization],
    );
  }

  async insert(id: string, organization: string, translations: GlossaryTranslations): Promise<void> {
    await this.db.run(`insert into glossary_entry (id, organization_id, translations) values ($1, $2, $3)`, [
      id,
      organization,
      JSON.stringify(translations),
    ]);
  }

  /** Answers whether there is such an entry. */
  async update(organization: string, id: string, translations: GlossaryTranslations): Promise<boolean> {
    const touched = await this.db.run(
      `update glossary_entry set translations = $3, updated_at = now() where organization_id = $1 and id = $2`,
      [organization, id, JSON.stringify(translations)],
    );
    return touched === 1;
  }

  async delete(organization: string, id: string): Promise<void> {
    await this.db.run(`delete from glossary_entry where organization_id = $1 and id = $2`, [organization, id]);
  }
}
