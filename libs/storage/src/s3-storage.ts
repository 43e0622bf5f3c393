import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { copyMeasured, measureBuffer, MeasuringStream } from './measuring-stream';
import { type S3Limits, s3Limits, timeFor, watchDownload, watchUpload } from './s3-limits';
import {
  type ListedFile,
  type PutOptions,
  Storage,
  type StoredFile,
  type WaitOptions,
  type WrittenFile,
} from './storage';
import { checkedContentType, checkedKey, splitPrefix } from './storage-key';
import { createWorkFolder, removeWorkFolder } from './work-folder';

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

/**
 * Connections to the server. A request waits for one no longer than for a new connection, and with the SDK's maximum of 50, downloads of
 * slow readers could hold all.
 */
const maxSockets = 256;

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

  constructor(
    private readonly options: S3Options,
    private readonly limits: S3Limits = s3Limits,
  ) {
    super();
  }

  override async put(key: string, body: Buffer | Readable, options: PutOptions): Promise<WrittenFile> {
    const target = this.keyOf(key);
    const contentType = checkedContentType(options.contentType);
    if (Buffer.isBuffer(body)) {
      const written = measureBuffer(body, options.size);
      const { signal } = options;
      await this.send({ key: target, body, size: body.length, contentType }, signal, timeFor(body.length, this.limits));
      return written;
    }
    if (options.size === undefined) return this.putUnmeasured(target, body, options);
    return this.putStream(target, body, options.size, options);
  }

  override async get(key: string, options?: WaitOptions): Promise<StoredFile | undefined> {
    const { sdk, client } = await this.connect();
    const command = new sdk.GetObjectCommand({ Bucket: this.options.bucket, Key: this.keyOf(key) });
    const found = await client.send(command, this.waiting(options)).catch(ifAbsent);
    if (!found) return undefined;
    watchDownload(found.Body as IncomingMessage, this.limits);
    return {
      stream: found.Body as Readable,
      size: found.ContentLength ?? 0,
      contentType: found.ContentType ?? 'application/octet-stream',
    };
  }

  override async delete(key: string, options?: WaitOptions): Promise<void> {
    const { sdk, client } = await this.connect();
    const command = new sdk.DeleteObjectCommand({ Bucket: this.options.bucket, Key: this.keyOf(key) });
    await client.send(command, this.waiting(options)).catch(ifAbsent);
  }

  override async prepare(): Promise<void> {
    const { sdk, client } = await this.connect();
    const { bucket: Bucket } = this.options;
    const there = await client.send(new sdk.HeadBucketCommand({ Bucket }), this.waiting()).catch(() => undefined);
    if (!there) await client.send(new sdk.CreateBucketCommand({ Bucket }), this.waiting());
  }

  /** Nothing to check: the policies of the bucket say what others may do. */
  override async check(): Promise<void> {}

  override async exists(key: string): Promise<boolean> {
    return (await this.size(key)) !== undefined;
  }

  override async size(key: string): Promise<number | undefined> {
    const { sdk, client } = await this.connect();
    const command = new sdk.HeadObjectCommand({ Bucket: this.options.bucket, Key: this.keyOf(key) });
    const found = await client.send(command, this.waiting()).catch(ifAbsent);
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
    for await (const page of sdk.paginateListObjectsV2({ client }, query, this.waiting())) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const key = (Key ?? '').slice(this.options.prefix.length);
        yield { key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      }
    }
  }

  private async putStream(
    key: string,
    body: Readable,
    size: number,
    { contentType, signal }: PutOptions,
  ): Promise<WrittenFile> {
    const measuring = new MeasuringStream(size);
    // The SDK waits for ever for the rest of a broken body, so an error of the body ends the request.
    const broken = new AbortController();
    const measured = pipeline(body, measuring).catch((error: Error) => {
      broken.abort(error);
      throw error;
    });
    // If the request fails first, its error is thrown.
    measured.catch(() => undefined);
    const endWatch = watchUpload(measuring, this.limits, (error) => broken.abort(error));
    const ended = signal ? AbortSignal.any([signal, broken.signal]) : broken.signal;
    try {
      await this.send({ key, body: measuring, size, contentType }, ended);
    } catch (error) {
      const reason: unknown = broken.signal.reason;
      measuring.destroy();
      throw reason ?? error;
    } finally {
      endWatch();
    }
    // The server may answer with the last byte, before the stream has ended.
    await measured;
    return measuring.written;
  }

  /** S3 wants the length first, so a stream of unknown length goes through a temporary file. */
  private async putUnmeasured(key: string, body: Readable, options: PutOptions): Promise<WrittenFile> {
    const folder = await createWorkFolder();
    try {
      const path = join(folder, 'body');
      const written = await copyMeasured(body, (pieces) => writeFile(path, pieces, { mode: 0o600 }));
      await this.putStream(key, createReadStream(path), written.size, options);
      return written;
    } finally {
      // One that could not be removed is tried again later.
      await removeWorkFolder(folder).catch(() => undefined);
    }
  }

  /** Without `requestTimeout`, another limit holds for the body. */
  private async send(
    { key, body, size, contentType }: { key: string; body: Buffer | Readable; size: number; contentType: string },
    abortSignal?: AbortSignal,
    requestTimeout?: number,
  ): Promise<void> {
    const { sdk, client } = await this.connect();
    const content = { Body: body, ContentLength: size, ContentType: contentType };
    const command = new sdk.PutObjectCommand({ Bucket: this.options.bucket, Key: key, ...content });
    await client.send(command, { abortSignal, requestTimeout });
  }

  /** The limits of a request without a body. */
  private waiting({ signal }: WaitOptions = {}) {
    return { abortSignal: signal, requestTimeout: this.limits.answer };
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
    const requestHandler = {
      connectionTimeout: this.limits.connect,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    };
    const settings = { endpoint, region, forcePathStyle, ...checksums, requestHandler, logger: SILENT };
    return { sdk, client: new sdk.S3Client(settings) };
  }
}

function ifAbsent(error: { $metadata?: { httpStatusCode?: number }; name?: string }): undefined {
  if (error.$metadata?.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return undefined;
  throw error;
}
