import type { TranslatedUnit, TranslationUnit, TranslationUnitKind, UntranslatedPage } from '@bindery/contracts';
import type { TranslationUnitRow } from './translation.rows';

/** The most pages that a run lists. */
const mostListed = 1_000;

export const keyOf = (kind: TranslationUnitKind, id: string): string => `${kind} ${id}`;

/** The content that the translated space shows for each unit of the source. */
export function translatedUnits(source: TranslationUnit[], rows: TranslationUnitRow[]): TranslatedUnit[] {
  const byKey = new Map(rows.map((row) => [keyOf(row.kind, row.unitId), row]));
  return source.flatMap(({ kind, id }) => {
    const row = byKey.get(keyOf(kind, id));
    if (!row) return [];
    const { title, linkTitle, document, placed, failure } = row;
    const unit = { kind, id, title, ...(linkTitle && { linkTitle }), ...(document && { document }) };
    return [{ ...unit, unchanged: placed, ...(failure !== null && { failed: true }) }];
  });
}

/** The pages that could not be translated, with the reasons: not those that a user has corrected. */
export const untranslatedPages = (
  rows: TranslationUnitRow[],
  corrected: readonly string[] = [],
): UntranslatedPage[] => {
  const own = new Set(corrected);
  return rows
    .flatMap(({ kind, unitId, title, failure }) =>
      failure !== null && kind === 'page' && !own.has(unitId) ? [{ page: unitId, title, reason: failure }] : [],
    )
    .slice(0, mostListed);
};
