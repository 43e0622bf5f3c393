import { contract, get, put } from '../core/endpoint';
import { Const, Id, MapOf, Nested, Timestamp, Union, Url, type FieldOptions } from '../core/fields';
import { languages, type Language } from '../core/languages';
import { PageOf, PageQuery } from '../core/page';

const maxTerm = 255;
export type GlossaryTranslations = Partial<Record<Language, string>>;

function isTerm(value: unknown): true | string {
  if (typeof value !== 'string') return 'must be a string';
  const length = [...value].length;
  if (length < 1 || length > maxTerm) return `must be 1 to ${maxTerm} characters long`;
  return (/^[^\n\r\0]*$/.test(value) && value.isWellFormed()) || 'must be one line of well-formed Unicode';
}

const term = { type: 'string', minLength: 1, maxLength: maxTerm, pattern: '^[^\\n\\r]*$' };

/** One term in several languages, by their codes. */
const Terms = (options: FieldOptions = {}) =>
  MapOf(term, isTerm, {
    ...options,
    max: languages.length,
    description: 'The translations of the term, by language code.',
  });

class GlossaryEntryUrls {
  @Url() location!: string;
}

export class GlossaryEntry {
  @Const('glossary-entry') object!: 'glossary-entry';
  @Id() id!: string;
  @Terms() translations!: GlossaryTranslations;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Nested(() => GlossaryEntryUrls) urls!: GlossaryEntryUrls;
}

export class InsertGlossaryEntry {
  @Const('insert') type!: 'insert';
  @Terms() translations!: GlossaryTranslations;
}

export class UpdateGlossaryEntry {
  @Const('update') type!: 'update';
  @Id() id!: string;
  @Terms() translations!: GlossaryTranslations;
}

export class DeleteGlossaryEntry {
  @Const('delete') type!: 'delete';
  @Id() id!: string;
}

export type GlossaryOperation = InsertGlossaryEntry | UpdateGlossaryEntry | DeleteGlossaryEntry;

export class UpdateGlossary {
  @Union('type', () => [InsertGlossaryEntry, UpdateGlossaryEntry, DeleteGlossaryEntry], {
    array: { min: 1, max: 1000 },
    description: 'The operations, applied in order. If one fails, none is applied.',
  })
  operations!: GlossaryOperation[];
}

export const glossary = contract('ai-jobs', 'Translations', {
  listGlossaryEntries: get('/orgs/:organizationId/translations-glossary', {
    summary: 'List the glossary entries of an organization',
    query: PageQuery,
    returns: PageOf(GlossaryEntry),
  }),
  updateGlossaryEntries: put('/orgs/:organizationId/translations-glossary', {
    summary: 'Add, update and delete glossary entries',
    description: 'Bindery applies all operations or none.',
    body: UpdateGlossary,
    errors: [412],
  }),
  getGlossaryEntry: get('/orgs/:organizationId/translations-glossary/:glossaryEntryId', {
    summary: 'Get a glossary entry',
    returns: GlossaryEntry,
  }),
});
