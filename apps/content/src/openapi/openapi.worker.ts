import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { JobHandler, type JobContext } from '@bindery/jobs';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { Storage } from '@bindery/storage';
import { CONTENT_CONFIG, type ContentConfig } from '../content.config';
import { storageKeyOf } from '../storage/files/file-entry';
import { FileStore } from '../storage/files/file-store';
import { DocumentRepository } from '../model/pages/document.repository';
import { withoutSource } from '../model/pages/new-document';
import type { OpenApiSpecEntity } from '../specifications/openapi-spec.entity';
import { OpenApiSpecRepository } from '../specifications/openapi-spec.repository';
import { OpenApiVersionRepository, type NewOpenApiPage } from '../specifications/openapi-version.repository';
import { openApiJob, type OpenApiInput, type OpenApiProgress } from '../specifications/openapi.job';
import { SpecificationFetcher } from '../specifications/reading/fetch-specification';
import type { OpenApiPage, OpenApiReading, SpecificationText } from '../specifications/reading/openapi-reading';
import { SpecificationReader } from '../specifications/reading/specification-reader';
import { parseError, SpecificationError } from '../specifications/reading/specification-error';
import { openApiSpecFailed, openApiSpecUpdated } from './openapi-spec.events';

/** Documents that are stored in one statement. */
const documentsAtOnce = 20;

/** The result of reading a source: its files and their content, or the reason why it failed. */
type Outcome = { source: string; content: string; reading: OpenApiReading } | SpecificationError;

/** Reads the sources of specifications, and stores a version for each change. */
@Injectable()
export class OpenApiWorker {
  constructor(
    private readonly specs: OpenApiSpecRepository,
    private readonly versions: OpenApiVersionRepository,
    private readonly files: FileStore,
    private readonly storage: Storage,
    private readonly documents: DocumentRepository,
    private readonly reader: SpecificationReader,
    private readonly outbox: Outbox,
    @Inject(CONTENT_CONFIG) private readonly config: ContentConfig,
  ) {}

  @JobHandler(openApiJob)
  async process(input: OpenApiInput, context: JobContext<OpenApiProgress>): Promise<null> {
    const spec = await this.specs.begin(input.spec);
    if (!spec) return null;
    const outcome = await Promise.race([this.outcome(spec, context), ended(context.signal)]).catch((error: unknown) => {
      if (error instanceof SpecificationError) return error;
      throw error;
    });
    return context.complete(() => this.finish(spec, outcome));
  }

  private async outcome(spec: OpenApiSpecEntity, { signal, report }: JobContext<OpenApiProgress>): Promise<Outcome> {
    const { organizationId: organization, slug } = spec;
    const fetcher = new SpecificationFetcher(this.config.OUTBOUND_ALLOW);
    await report({ stage: 'fetching', files: 0 });
    const start = await this.start(spec, fetcher);
    let files = 1;
    await report({ stage: 'reading', files });
    const load = async (url: string) => {
      if (start.url === null) throw parseError(`${url} is at another origin`);
      const file = await fetcher.fetch(url);
      await report({ stage: 'reading', files: ++files });
      return file;
    };
    const reading = await this.reader.read({ ...start, slug }, load, signal);
    await report({ stage: 'storing', files, pages: reading.pages.length });
    return {
      reading,
      source: await this.store(organization, Buffer.from(start.text), 'text/plain'),
      content: await this.store(organization, Buffer.from(reading.content), 'application/json'),
    };
  }

  private async start(spec: OpenApiSpecEntity, fetcher: SpecificationFetcher): Promise<SpecificationText> {
    if (spec.sourceUrl !== null) return fetcher.fetch(spec.sourceUrl);
    const key = storageKeyOf(spec.organizationId, { sha256: spec.sourceText! });
    const stored = await this.storage.get(key);
    if (!stored) throw new Error(`The text ${key} of a specification is missing`);
    return { text: await text(stored.stream), url: null };
  }

  private async store(organization: string, bytes: Buffer, contentType: string): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.files.put(organization, sha256, bytes, contentType);
    return sha256;
  }

  /** A source that was replaced meanwhile has a job of its own. */
  private async finish(begun: OpenApiSpecEntity, outcome: Outcome): Promise<null> {
    const spec = await this.specs.lockSource(begun);
    if (!spec) return null;
    if (outcome instanceof SpecificationError) await this.fail(spec, outcome);
    // A complete earlier version is better than a partial new one: the missing files may be available the next time.
    else if (outcome.reading.isPartial && spec.lastVersion !== null)
      await this.fail(spec, new SpecificationError('FETCH_ERROR', outcome.reading.deviations));
    else await this.succeed(spec, outcome);
    return null;
  }

  private async fail(spec: OpenApiSpecEntity, error: SpecificationError): Promise<void> {
    await this.specs.fail(spec.id, error);
    const message = (error.errors[0]?.message ?? '').slice(0, 1_000);
    await this.outbox.add(openApiSpecFailed(spec, error.code, message));
  }

  /** Stores a version, unless nothing has changed since the newest. */
  private async succeed(spec: OpenApiSpecEntity, read: Exclude<Outcome, SpecificationError>): Promise<void> {
    const { source, content, reading } = read;
    const last = spec.lastVersion === null ? undefined : await this.versions.find(spec.id, spec.lastVersion);
    const { deviations } = reading;
    if (last?.source === source && last.content === content) return this.specs.succeed(spec.id, last.id, deviations);
    const version = { id: newId(), specId: spec.id, source, content, format: reading.format };
    const pages = await this.withReadable(spec.organizationId, reading.pages);
    await this.versions.insert(version, pages, this.config.OPENAPI_VERSIONS);
    await this.specs.succeed(spec.id, version.id, deviations);
    await this.outbox.add(openApiSpecUpdated(spec, version.id));
  }

  /** The pages, after their texts in words are stored among the organization's documents. */
  private async withReadable(organization: string, pages: readonly OpenApiPage[]): Promise<NewOpenApiPage[]> {
    const documents = pages.map(({ readable }) => withoutSource(readable));
    for (let at = 0; at < documents.length; at += documentsAtOnce)
      await this.documents.insert(organization, documents.slice(at, at + documentsAtOnce));
    return pages.map((page, index) => ({ ...page, readable: documents[index]!.hash }));
  }
}

/** Rejects when the job is to end, so that a slow server does not hold it up. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
