import { Injectable } from '@nestjs/common';
import type { TranslationUnitKind } from '@bindery/contracts';
import { Database } from '@bindery/persistence';

/** The texts that the last run placed for a page or a reusable content. */
export interface PlacedText {
  kind: TranslationUnitKind;
  id: string;
  /** Hash of the texts that were translated. */
  source: string;
  /** Hash of their translation: other texts in the translated space are a correction. */
  placed: string;
}

/** By `keyOf`. */
export type PlacedTexts = ReadonlyMap<string, PlacedText>;

export const keyOf = (kind: TranslationUnitKind, id: string): string => `${kind} ${id}`;

/** The texts that runs have placed in translated spaces. */
@Injectable()
export class PlacedTextRepository {
  constructor(private readonly db: Database) {}

  async of(space: string): Promise<PlacedTexts> {
    const rows = await this.db.query<PlacedText>(
      `select kind, unit_id as id, source, placed from placed_text where space_id = $1`,
      [space],
    );
    return new Map(rows.map((row) => [keyOf(row.kind, row.id), row]));
  }

  async replace(space: string, before: PlacedTexts, now: PlacedTexts): Promise<void> {
    const isStored = (key: string, { source, placed }: PlacedText): boolean =>
      before.get(key)?.source === source && before.get(key)?.placed === placed;
    await this.remove(
      space,
      [...before].flatMap(([key, text]) => (now.has(key) ? [] : [text])),
    );
    await this.put(
      space,
      [...now].flatMap(([key, text]) => (isStored(key, text) ? [] : [text])),
    );
  }

  private async remove(space: string, texts: PlacedText[]): Promise<void> {
    if (texts.length === 0) return;
    await this.db.run(
      `delete from placed_text p using unnest($2::text[], $3::text[]) as gone (kind, id)
       where p.space_id = $1 and p.kind = gone.kind and p.unit_id = gone.id`,
      [space, texts.map(({ kind }) => kind), texts.map(({ id }) => id)],
    );
  }

  private async put(space: string, texts: PlacedText[]): Promise<void> {
    if (texts.length === 0) return;
    const values = (['kind', 'id', 'source', 'placed'] as const).map((column) => texts.map((text) => text[column]));
    await this.db.run(
      `insert into placed_text (space_id, kind, unit_id, source, placed)
       select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[])
       on conflict (space_id, kind, unit_id) do update set source = excluded.source, placed = excluded.placed`,
      [space, ...values],
    );
  }
}
