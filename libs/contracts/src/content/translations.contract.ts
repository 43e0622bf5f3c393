import type { Document } from '@bindery/documents';
import { call, internal } from '../core/endpoint';
import { Flag, Id, Nested, OneOf, Text } from '../core/fields';
import { languages, type Language } from '../core/languages';
import { Tree } from '../core/document-tree';

/** A space of an organization, for work that was permitted when it was requested. */
export class TranslationSpaceRef {
  @Id() organization!: string;
  @Id() space!: string;
}

const translationUnitKinds = ['page', 'reusable-content'] as const;
export type TranslationUnitKind = (typeof translationUnitKinds)[number];

/** Something of a space that is translated by itself. */
export class TranslationUnit {
  @OneOf(translationUnitKinds) kind!: TranslationUnitKind;
  @Id() id!: string;
  @Text() title!: string;
  @Text({ optional: true, description: 'The title that the table of contents shows instead of `title`.' })
  linkTitle?: string;
  @Text({ optional: true, description: 'The hash of the document.' }) document?: string;
}

/** The content to translate at the head of a space. */
export class TranslationSourceContent {
  @Id() revision!: string;
  @Text() title!: string;
  @Nested(() => TranslationUnit, { array: { max: 1_000_000 } }) units!: TranslationUnit[];
}

export class FindTranslationDocuments {
  @Id() organization!: string;
  @Text({ array: { max: 100 } }) hashes!: string[];
}

export class TranslationDocument {
  @Text() hash!: string;
  @Tree() document!: Document;
}

export class TranslationDocuments {
  @Nested(() => TranslationDocument, { array: { max: 100 } }) documents!: TranslationDocument[];
}

export class StoreTranslationDocument {
  @Id() organization!: string;
  @Tree() document!: Document;
}

export class StoredTranslationDocument {
  @Text() hash!: string;
}

export class TranslatedUnit extends TranslationUnit {
  @Flag({
    description:
      'Whether the translated space has it from a completed run. Where content does not know what it placed last, other texts there are corrections.',
  })
  unchanged!: boolean;
  @Flag({
    optional: true,
    description:
      'Whether it could not be translated and has the texts of its source. The translated space keeps an earlier translation of the same source.',
  })
  failed?: boolean;
}

export class PutTranslatedSpace {
  @Id() organization!: string;
  @Id() space!: string;
  @Id({ description: 'The id of the translated space, which is created if it does not exist.' }) result!: string;
  @Id() revision!: string;
  @OneOf(languages) language!: Language;
  @Text({ max: 50 }) title!: string;
  @Id() user!: string;
  @Nested(() => TranslatedUnit, { array: { max: 1_000_000 } }) units!: TranslatedUnit[];
}

export class TranslatedSpace {
  @Id({
    optional: true,
    description: 'The revision that the translated space shows. Omitted if documents are missing.',
  })
  revision?: string;
  @Text({
    array: { max: 1_000_000 },
    description: 'The hashes of documents that are no longer stored. If there are any, nothing was changed.',
  })
  missing!: string[];
  @Id({
    array: { max: 1_000_000 },
    optional: true,
    description: 'The pages that keep the corrections of users. Omitted by content of an older release.',
  })
  corrected?: string[];
}

/** The calls of ai-jobs to translate a space. The user who requested the translation was allowed to. */
export const translationContent = internal('content', {
  /** 404 when the space is not there, deleted or of another organization. */
  getTranslationSource: call({ body: TranslationSpaceRef, returns: TranslationSourceContent }),
  findTranslationDocuments: call({ body: FindTranslationDocuments, returns: TranslationDocuments }),
  /** Stores a document, which is kept for a day unless a space holds it by then. 400 for one that is no document. */
  storeTranslationDocument: call({ body: StoreTranslationDocument, returns: StoredTranslationDocument }),
  /**
   * Brings the translated space to what the revision of the source and the units say: with the source's pages, files and
   * settings. A correction of a user stays while its source page is unchanged. Making it again changes nothing. 404 for a source that is gone, or a result that was deleted.
   */
  putTranslatedSpace: call({ body: PutTranslatedSpace, returns: TranslatedSpace, timeout: 30_000 }),
});
