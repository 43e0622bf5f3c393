import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** An S3 server in memory on loopback: PutObject, GetObject, HeadObject, DeleteObject and ListObjectsV2, path style. */
export class S3Server {
  readonly held = new Map<string, StoredObject>();
  private readonly server: Server;
  /** The bytes of a download after which it stops; undefined while the server answers. */
  private silentAfter?: number;

  constructor(
    private readonly bucket: string,
    private readonly accessKey: string,
    private readonly pageSize = 3,
  ) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: Error) => this.fail(response, 500, error.name));
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on it takes requests and answers none, or a part of each download. */
  silence(after = 0): void {
    this.silentAfter = after;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.silentAfter === 0) return;
    const url = new URL(request.url ?? '', 'http://s3');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (!request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${this.accessKey}/`)) {
      return this.fail(response, 403, 'AccessDenied');
    }
    if (bucket !== this.bucket) return this.fail(response, 404, 'NoSuchBucket');
    if (url.searchParams.get('list-type') === '2') return this.list(url.searchParams, response);
    await this.object(request, response, rest.join('/'));
  }

  private async object(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    if (request.method === 'PUT') return this.put(request, response, key);
    if (request.method === 'DELETE') {
      this.held.delete(key);
      response.writeHead(204).end();
      return;
    }
    const found = this.held.get(key);
    if (!found) return this.fail(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': found.contentType, 'content-length': found.body.length, etag: '"1"' });
    if (this.silentAfter) response.write(found.body.subarray(0, this.silentAfter));
    else response.end(request.method === 'HEAD' ? undefined : found.body);
  }

  private async put(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    if (request.headers['content-length'] === undefined) return this.fail(response, 411, 'MissingContentLength');
    const body = await buffer(request);
    this.held.set(key, { body, contentType: request.headers['content-type'] ?? '', modifiedAt: new Date() });
    response.writeHead(200, { etag: '"1"' }).end();
  }

  private list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.held.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
    const page = keys.slice(0, this.pageSize);
    const contents = page.map((key) => {
      const { body, modifiedAt } = this.held.get(key) as StoredObject;
      const fields = `<Key>${escape(key)}</Key><Size>${body.length}</Size>`;
      return `<Contents>${fields}<LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
    });
    const more = keys.length > page.length;
    const token = more ? `<NextContinuationToken>${escape(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`);
  }

  private fail(response: ServerResponse, status: number, code: string): void {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  }
}
