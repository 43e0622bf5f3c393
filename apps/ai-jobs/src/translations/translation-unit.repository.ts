import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { TranslationUnitRow } from './translation.rows';

const columns = `kind, unit_id as "unitId", source, run_id as "runId", title, link_title as "linkTitle", document, words, failure, placed`;

/** The translation of each page, stored as soon as it is done: a run that is resumed goes on from there. */
@Injectable()
export class TranslationUnitRepository {
  constructor(private readonly db: Database) {}

  list(translation: string): Promise<TranslationUnitRow[]> {
    return this.db.query<TranslationUnitRow>(`select ${columns} from translation_unit where translation_id = $1`, [
      translation,
    ]);
  }

  async put(translation: string, unit: Omit<TranslationUnitRow, 'placed'>): Promise<void> {
    const { kind, unitId, source, runId, title, linkTitle, document, words, failure } = unit;
    await this.db.run(
      `insert into translation_unit (translation_id, kind, unit_id, source, run_id, title, link_title, document, words, failure)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (translation_id, kind, unit_id) do update set source = excluded.source, run_id = excluded.run_id,
         title = excluded.title, link_title = excluded.link_title, document = excluded.document, words = excluded.words,
         failure = excluded.failure, placed = false`,
      [translation, kind, unitId, source, runId, title, linkTitle, document, words, failure],
    );
  }

  async remove(translation: string, units: Pick<TranslationUnitRow, 'kind' | 'unitId'>[]): Promise<void> {
    await this.db.run(
      `delete from translation_unit u using unnest($2::text[], $3::text[]) as gone (kind, unit_id)
       where u.translation_id = $1 and u.kind = gone.kind and u.unit_id = gone.unit_id`,
      [translation, units.map(({ kind }) => kind), units.map(({ unitId }) => unitId)],
    );
  }

  /** Has those translated again whose documents are not stored any more. */
  async forgetDocuments(translation: string, documents: string[]): Promise<void> {
    await this.db.run(`delete from translation_unit where translation_id = $1 and document = any($2)`, [
      translation,
      documents,
    ]);
  }

  async placed(translation: string): Promise<void> {
    await this.db.run(`update translation_unit set placed = true where translation_id = $1 and not placed`, [
      translation,
    ]);
  }
}
