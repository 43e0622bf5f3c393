import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { copyMeasured, measureBuffer, MeasuringStream } from './measuring-stream';
import { type ListedFile, type PutOptions, Storage, type StoredFile, type WrittenFile } from './storage';
import { checkedContentType, checkedKey, splitPrefix } from './storage-key';

export interface S3Options {
  readonly bucket: string;
  /** The prefix of every key; empty, or ending in `/`. */
  readonly prefix: string;
  /** The server, if it is not AWS. */
  readonly endpoint?: string;
  readonly region: string;
  /** The bucket in the path and not in the host name, as most servers other than AWS need it. */
  readonly forcePathStyle: boolean;
}

/** Without it the SDK also prints the errors that it throws. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

const loadSdk = () => import('@aws-sdk/client-s3');
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

interface Connection {
  readonly sdk: Sdk;
  readonly client: S3Client;
}

/**
 * Files in a bucket of an S3-compatible server. Credentials come from the environment (AWS_ACCESS_KEY_ID and the other
 * sources of the SDK). The SDK is loaded on first use.
 */
export class S3Storage extends Storage {
  private connection?: Promise<Connection>;

  constructor(private readonly options: S3Options) {
    super();
  }

  override async put(key: string, body: Buffer | Readable, options: PutOptions): Promise<WrittenFile> {
    const target = this.keyOf(key);
    const contentType = checkedContentType(options.contentType);
    if (Buffer.isBuffer(body)) {
      const written = measureBuffer(body, options.size);
      await this.send(target, body, body.length, contentType);
      return written;
    }
    if (options.size === undefined) return this.putUnmeasured(target, body, contentType);
    return this.putStream(target, body, options.size, contentType);
  }

  override async get(key: string): Promise<StoredFile | undefined> {
    const { sdk, client } = await this.connect();
    const command = new sdk.GetObjectCommand({ Bucket: this.options.bucket, Key: this.keyOf(key) });
    const found = await client.send(command).catch(ifAbsent);
    if (!found) return undefined;
    return {
      stream: found.Body as Readable,
      size: found.ContentLength ?? 0,
      contentType: found.ContentType ?? 'application/octet-stream',
    };
  }

  override async delete(key: string): Promise<void> {
    const { sdk, client } = await this.connect();
    await client
      .send(new sdk.DeleteObjectCommand({ Bucket: this.options.bucket, Key: this.keyOf(key) }))
      .catch(ifAbsent);
  }

  override async prepare(): Promise<void> {
    const { sdk, client } = await this.connect();
    const { bucket: Bucket } = this.options;
    const there = await client.send(new sdk.HeadBucketCommand({ Bucket })).catch(() => undefined);
    if (!there) await client.send(new sdk.CreateBucketCommand({ Bucket }));
  }

  /** Nothing to check: the policies of the bucket say what others may do. */
  override async check(): Promise<void> {}

  override async exists(key: string): Promise<boolean> {
    return (await this.size(key)) !== undefined;
  }

  override async size(key: string): Promise<number | undefined> {
    const { sdk, client } = await this.connect();
    const command = new sdk.HeadObjectCommand({ Bucket: this.options.bucket, Key: this.keyOf(key) });
    const found = await client.send(command).catch(ifAbsent);
    return found && (found.ContentLength ?? 0);
  }

  override list(prefix: string): AsyncIterable<ListedFile> {
    splitPrefix(prefix);
    return this.pages(prefix);
  }

  override async close(): Promise<void> {
    const connection = await this.connection;
    connection?.client.destroy();
    this.connection = undefined;
  }

  private async *pages(prefix: string): AsyncGenerator<ListedFile> {
    const { sdk, client } = await this.connect();
    const query = { Bucket: this.options.bucket, Prefix: this.options.prefix + prefix };
    for await (const page of sdk.paginateListObjectsV2({ client }, query)) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const key = (Key ?? '').slice(this.options.prefix.length);
        yield { key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      }
    }
  }

  private async putStream(key: string, body: Readable, size: number, contentType: string): Promise<WrittenFile> {
    const measuring = new MeasuringStream(size);
    // The SDK waits for ever for the rest of a broken body, so an error of the body ends the request.
    const broken = new AbortController();
    const measured = pipeline(body, measuring).catch((error: Error) => {
      broken.abort(error);
      throw error;
    });
    // If the request fails first, its error is thrown.
    measured.catch(() => undefined);
    try {
      await this.send(key, measuring, size, contentType, broken.signal);
    } catch (error) {
      const reason: unknown = broken.signal.reason;
      measuring.destroy();
      throw reason ?? error;
    }
    // The server may answer with the last byte, before the stream has ended.
    await measured;
    return measuring.written;
  }

  /** S3 wants the length first, so a stream of unknown length goes through a temporary file. */
  private async putUnmeasured(key: string, body: Readable, contentType: string): Promise<WrittenFile> {
    const folder = await mkdtemp(join(tmpdir(), 'bindery-upload-'));
    try {
      const path = join(folder, 'body');
      const written = await copyMeasured(body, (pieces) => writeFile(path, pieces, { mode: 0o600 }));
      await this.putStream(key, createReadStream(path), written.size, contentType);
      return written;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async send(
    key: string,
    body: Buffer | Readable,
    size: number,
    contentType: string,
    abortSignal?: AbortSignal,
  ): Promise<void> {
    const { sdk, client } = await this.connect();
    const content = { Body: body, ContentLength: size, ContentType: contentType };
    await client.send(new sdk.PutObjectCommand({ Bucket: this.options.bucket, Key: key, ...content }), { abortSignal });
  }

  private keyOf(key: string): string {
    return this.options.prefix + checkedKey(key);
  }

  private connect(): Promise<Connection> {
    return (this.connection ??= this.open());
  }

  private async open(): Promise<Connection> {
    const sdk = await loadSdk();
    const { endpoint, region, forcePathStyle } = this.options;
    // Checksums in trailers, the default, are not understood by every S3-compatible server.
    const checksums = {
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    } as const;
    return { sdk, client: new sdk.S3Client({ endpoint, region, forcePathStyle, ...checksums, logger: SILENT }) };
  }
}

function ifAbsent(error: { $metadata?: { httpStatusCode?: number }; name?: string }): undefined {
  if (error.$metadata?.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return undefined;
  throw error;
}
