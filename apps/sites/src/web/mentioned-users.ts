import { Injectable } from '@nestjs/common';
import { anonymous, ApiError, userCards } from '@bindery/contracts';
import { walk, type Document } from '@bindery/documents';
import { RpcClient } from '@bindery/messaging';
import { refIn } from './document/references';

/** The names of users whom pages mention; no other data of them is shown. */
@Injectable()
export class MentionedUsers {
  constructor(private readonly rpc: RpcClient) {}

  /** Names by the ids of users; without deleted ones. Pages are also shown while identity does not answer. */
  async mentionedIn(documents: Iterable<Pick<Document, 'nodes'>>): Promise<Map<string, string>> {
    const ids = new Set<string>();
    for (const document of documents)
      for (const node of walk(document)) {
        const ref = node.object === 'inline' ? refIn(node.data.ref) : undefined;
        if (ref?.kind === 'user') ids.add(ref.user);
      }
    if (ids.size === 0) return new Map();
    const found = await this.rpc.callBatch(userCards, [...ids], anonymous).catch((error: unknown) => {
      if (error instanceof ApiError && error.code >= 503) return {};
      throw error;
    });
    return new Map(Object.entries(found).map(([id, { displayName }]) => [id, displayName]));
  }
}
