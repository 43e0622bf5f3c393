import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { invalid, type ComputedSource, type ContentChange, type InsertFile } from '@bindery/contracts';
import { OutboundError, safeFetch } from '@bindery/outbound';
import { newId } from '@bindery/persistence';
import { CONTENT_CONFIG, type ContentConfig } from '../../content.config';
import type { FileEntry } from '../../storage/files/file-entry';
import { FileStore } from '../../storage/files/file-store';
import { imageDimensions } from '../../storage/files/image-dimensions';
import { contentTypeOf } from '../../storage/files/content-type';
import { BodyReader } from './body-reader';
import type { Refs } from './links';
import type { GivenBody } from './read-markdown';

const maxBytes = 1024 * 1024;
const maxFetchedBytes = 10 * 1024 * 1024;

/** A placeholder for computed pages: not an operation of the API, only the first page of a new space. */
export interface InsertComputed {
  operation: 'insert_computed';
  title: string;
  computed: ComputedSource;
}

/**
 * A change with its inputs from outside the database: an id for a new page, the parsed body, which would take too
 * long within a transaction, and files whose bytes are stored.
 */
export interface PreparedChange {
  change: ContentChange | InsertComputed;
  id: string;
  body?: GivenBody;
  files: (readonly [id: string, entry: FileEntry])[];
}

export interface PreparedChanges {
  changes: PreparedChange[];
  refs: Refs;
}

/** Prepares changes before their transaction. */
@Injectable()
export class PrepareChanges {
  constructor(
    private readonly files: FileStore,
    private readonly bodies: BodyReader,
    @Inject(CONTENT_CONFIG) private readonly config: ContentConfig,
  ) {}

  /** Throws 400 for inputs that are not available. */
  async run(organization: string, changes: readonly ContentChange[]): Promise<PreparedChanges> {
    const refs = { pages: new Map<string, string>(), files: new Map<string, string>() };
    const prepared: PreparedChange[] = [];
    for (const [index, change] of changes.entries()) {
      const at = `body.changes[${index}]`;
      const id = newId();
      const body = await this.bodyOf(change, at);
      if (change.operation === 'insert_page') name(refs.pages, change.ref, id, `${at}.ref`);
      const given = change.operation === 'insert_files' ? change.files : [];
      given.forEach((file, n) => checkFile(file, `${at}.files[${n}]`));
      const files = given.map((file, n) => [newId(), file, `${at}.files[${n}]`] as const);
      for (const [file, { ref }, field] of files) name(refs.files, ref, file, `${field}.ref`);
      prepared.push({
        change,
        id,
        ...(body && { body }),
        files: await Promise.all(
          files.map(async ([file, entry, field]) => [file, await this.store(organization, entry, field)] as const),
        ),
      });
    }
    return { changes: prepared, refs };
  }

  /** The body of a page, or of a reusable content, which has a document alone. */
  private async bodyOf(change: ContentChange, at: string): Promise<GivenBody | undefined> {
    if (change.operation === 'insert_reusable_content') return this.bodies.read({ document: change.document }, at);
    const document = 'document' in change ? change.document : undefined;
    return document && this.bodies.read(document, `${at}.document`);
  }

  private async store(organization: string, file: InsertFile, field: string): Promise<FileEntry> {
    const bytes = await this.bytes(file, field);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const contentType = await contentTypeOf(file.name, bytes, file.contentType);
    await this.files.put(organization, sha256, bytes, contentType);
    const dimensions = imageDimensions(bytes, contentType);
    return { name: file.name, contentType, size: bytes.length, sha256, ...(dimensions && { dimensions }) };
  }

  private async bytes({ url, base64 }: InsertFile, field: string): Promise<Buffer> {
    if (url === undefined) return Buffer.from(base64!, 'base64');
    try {
      const { ok, status, body } = await safeFetch(url, {
        allow: this.config.OUTBOUND_ALLOW,
        maxBytes: maxFetchedBytes,
      });
      if (!ok) throw invalid(`${field}.url`, `${field}.url answered ${status}`);
      return body;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw invalid(`${field}.url`, `${field}.url cannot be read: ${error.message}`);
    }
  }
}

function name(names: Map<string, string>, ref: string | undefined, id: string, field: string): void {
  if (ref === undefined) return;
  if (names.has(ref)) throw invalid(field, `${field}: ${ref} is used twice`);
  names.set(ref, id);
}

function checkFile({ url, base64, contentType }: InsertFile, field: string): void {
  if ((url === undefined) === (base64 === undefined)) throw invalid(field, `${field} must have either url or base64`);
  if (base64 === undefined) return;
  if (contentType === undefined) throw invalid(`${field}.contentType`, `${field}.contentType is required with base64`);
  if (base64.length % 4 !== 0) throw invalid(`${field}.base64`, `${field}.base64 must be valid base64`);
  if (Buffer.byteLength(base64, 'base64') > maxBytes)
    throw invalid(`${field}.base64`, `${field}.base64 must be at most 1 MiB of bytes`);
}
