import { Injectable } from '@nestjs/common';
import { spaceContent, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';

/** Finds the paths of pages in their spaces. */
@Injectable()
export class PagePaths {
  constructor(private readonly rpc: RpcClient) {}

  /** The path of a page. Throws 404 for one that is gone, or that the reader may not see. */
  async find(principal: Principal, spaceId: string, pageId: string): Promise<string> {
    const page = await this.rpc.call(spaceContent.getPageById, { principal, params: { spaceId, pageId } });
    return 'path' in page ? page.path : '';
  }
}
