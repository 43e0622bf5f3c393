import { Injectable } from '@nestjs/common';
import {
  ApiError,
  changeRequestContent,
  invalid,
  spaceContent,
  type PostComment,
  type Principal,
  type RevisionPage,
} from '@bindery/contracts';
import { walk, type Block, type Document } from '@bindery/documents';
import { RpcClient } from '@bindery/messaging';
import type { SpaceContext } from '../change-requests/space-contexts';
import type { NewComment } from './comment.repository';

type Target = Pick<NewComment, 'pageId' | 'nodeId' | 'cellRecord' | 'cellDefinition'>;

/** Finds what a new comment is about: ids in a body are checked like ids in a path. */
@Injectable()
export class CommentTargets {
  constructor(private readonly rpc: RpcClient) {}

  /** Throws 400 for a page, a block or a cell that is not there. */
  async find({ page, node, tableCell }: PostComment, place: SpaceContext, principal: Principal): Promise<Target> {
    if (node !== undefined && page === undefined) throw invalid('body.page', 'A node needs the page that it is on');
    if (tableCell && node === undefined) throw invalid('body.node', 'A tableCell needs the node of its table');
    if (page === undefined) return {};
    const document = await this.documentOf(page, place, principal);
    if (node === undefined) return { pageId: page };
    const block = blockOf(document, node);
    if (!block) throw invalid('body.node', 'node is not a block of the page');
    if (!tableCell) return { pageId: page, nodeId: node };
    const { record, definition } = tableCell;
    if (!isCell(block, record, definition)) throw invalid('body.tableCell', 'tableCell is not a cell of the table');
    return { pageId: page, nodeId: node, cellRecord: record, cellDefinition: definition };
  }

  private async documentOf(pageId: string, place: SpaceContext, principal: Principal): Promise<Document | undefined> {
    try {
      const page = await this.page(pageId, place, principal);
      return 'document' in page ? page.document : undefined;
    } catch (error) {
      if (error instanceof ApiError && error.code === 404)
        throw invalid('body.page', 'page is not a page of the content');
      throw error;
    }
  }

  private page(
    pageId: string,
    { space: spaceId, changeRequest }: SpaceContext,
    principal: Principal,
  ): Promise<RevisionPage> {
    const query = { format: 'document' as const, metadata: false, computed: false };
    if (!changeRequest)
      return this.rpc.call(spaceContent.getPageById, { principal, params: { spaceId, pageId }, query });
    const params = { spaceId, changeRequestId: changeRequest.id, pageId };
    return this.rpc.call(changeRequestContent.getPageInChangeRequestById, { principal, params, query });
  }
}

function blockOf(document: Document | undefined, key: string): Block | undefined {
  for (const node of document ? walk(document) : []) if (node.object === 'block' && node.key === key) return node;
  return undefined;
}

function isCell({ type, data }: Block, record: string, definition: string): boolean {
  const has = (map: unknown, key: string) => typeof map === 'object' && map !== null && Object.hasOwn(map, key);
  return type === 'table' && has(data.records, record) && has(data.definition, definition);
}
