import { Controller } from '@nestjs/common';
import {
  invalid,
  notFound,
  translationContent as contract,
  type RequestOf,
  type TranslationUnit,
} from '@bindery/contracts';
import { validateDocument, type Document } from '@bindery/documents';
import { Handles } from '@bindery/messaging';
import { DocumentRepository } from '../../model/pages/document.repository';
import { newDocument } from '../../model/pages/new-document';
import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { PutTranslatedSpace } from './put-translated-space';

/** Operations of the translation of a space: reads its texts, and writes the translated ones. */
@Controller()
export class TranslationsController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly translated: PutTranslatedSpace,
  ) {}

  @Handles(contract.getTranslationSource)
  async source({ body }: RequestOf<typeof contract.getTranslationSource>) {
    const { organization, space } = body;
    const head = await this.revisions.headOf(space);
    if (head?.organizationId !== organization) throw notFound('Space');
    const pages = await this.chunks.map<PageEntry>(organization).entries(head.pages);
    const reusable = await this.chunks.map<ReusableContentEntry>(organization).entries(head.reusableContents);
    return {
      revision: head.id,
      title: head.title,
      units: [
        ...pages.flatMap(([id, entry]) => (entry.type === 'computed' ? [] : [pageUnit(id, entry)])),
        ...reusable.map(([id, { title, document }]) => unit({ kind: 'reusable-content', id, title, document })),
      ],
    };
  }

  @Handles(contract.findTranslationDocuments)
  async find({ body }: RequestOf<typeof contract.findTranslationDocuments>) {
    const found = await this.documents.findAll(body.organization, body.hashes);
    const documents = [...found].map(([hash, { body }]) => ({ hash, document: JSON.parse(body) as Document }));
    return { documents };
  }

  @Handles(contract.storeTranslationDocument)
  async store({ body }: RequestOf<typeof contract.storeTranslationDocument>) {
    const [problem] = validateDocument(body.document);
    if (problem) throw invalid('body.document', `document: ${problem}`);
    const document = newDocument(body.document);
    await this.documents.insert(body.organization, [document]);
    return { hash: document.hash };
  }

  @Handles(contract.putTranslatedSpace)
  put({ body }: RequestOf<typeof contract.putTranslatedSpace>) {
    return this.translated.run(body);
  }
}

function pageUnit(id: string, entry: Exclude<PageEntry, { type: 'computed' }>): TranslationUnit {
  const { linkTitle, document } = entry.type === 'document' ? entry : {};
  return unit({ kind: 'page', id, title: entry.title, linkTitle, document });
}

/** Leaves out absent fields. */
const unit = ({ linkTitle, document, ...rest }: TranslationUnit): TranslationUnit => ({
  ...rest,
  ...(linkTitle !== undefined && { linkTitle }),
  ...(document !== undefined && { document }),
});
