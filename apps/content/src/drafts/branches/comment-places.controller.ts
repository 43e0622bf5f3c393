import { Controller } from '@nestjs/common';
import { ApiError, branches as contract, invalid, type CommentPlace, type RequestOf } from '@bindery/contracts';
import { walk, type Block, type Document } from '@bindery/documents';
import { Handles } from '@bindery/messaging';
import { ContentReader } from '../../revisions/revisions/content-reader';
import { RevisionRepository, type RevisionAccess } from '../../revisions/revisions/revision.repository';
import { DraftAccess } from './draft-access';

/** Checks the places of new comments for the change-requests service, which then needs no documents. */
@Controller()
export class CommentPlacesController {
  constructor(
    private readonly drafts: DraftAccess,
    private readonly revisions: RevisionRepository,
    private readonly reader: ContentReader,
  ) {}

  @Handles(contract.locateComment)
  async locate({ body, principal }: RequestOf<typeof contract.locateComment>) {
    const { space: spaceId, changeRequest: changeRequestId, page, node, tableCell } = body;
    if (page === undefined && node !== undefined) throw invalid('body.page', 'page is required with node');
    if (node === undefined && tableCell) throw invalid('body.node', 'node is required with tableCell');
    const draft = changeRequestId && (await this.drafts.get(principal, { spaceId, changeRequestId })).branch.head;
    if (draft && page === undefined) return { revision: draft };
    const revision = await (draft
      ? this.revisions.get(principal, spaceId, draft)
      : this.revisions.current(principal, spaceId));
    if (page !== undefined) checkBlock(await this.document(revision, page), body);
    return { revision: revision.id };
  }

  private document(revision: RevisionAccess, page: string): Promise<Document | undefined> {
    return this.reader.document(revision, page).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 404)
        throw invalid('body.page', 'page must be a page of the content');
      throw error;
    });
  }
}

/** Throws 400 for a block or a cell that the document does not have. */
function checkBlock(document: Document | undefined, { node, tableCell }: CommentPlace): void {
  if (node === undefined) return;
  const block = blockOf(document, node);
  if (!block) throw invalid('body.node', 'node must be a block of the page');
  if (tableCell && !isCell(block, tableCell.record, tableCell.definition))
    throw invalid('body.tableCell', 'tableCell must be a cell of the table');
}

function blockOf(document: Document | undefined, key: string): Block | undefined {
  for (const node of document ? walk(document) : []) if (node.object === 'block' && node.key === key) return node;
  return undefined;
}

function isCell({ type, data }: Block, record: string, definition: string): boolean {
  const has = (map: unknown, key: string) => typeof map === 'object' && map !== null && Object.hasOwn(map, key);
  return type === 'table' && has(data.records, record) && has(data.definition, definition);
}
