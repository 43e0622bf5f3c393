import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { Works, type JobContext } from '@bindery/jobs';
import { newId } from '@bindery/persistence';
import { Storage } from '@bindery/storage';
import { CONTENT_CONFIG, type ContentConfig } from '../content.config';
import { storageKeyOf } from '../files/file-entry';
import { FileStore } from '../files/file-store';
import type { OpenApiSpecEntity } from './openapi-spec.entity';
import { OpenApiSpecRepository } from './openapi-spec.repository';
import { OpenApiVersionRepository } from './openapi-version.repository';
import { openApiJob, type OpenApiInput } from './openapi.job';
import { SpecificationFetcher } from './reading/fetch-specification';
import type { OpenApiReading, SpecificationText } from './reading/openapi-reading';
import { readInThread } from './reading/read-in-thread';
import { parseError, SpecificationError } from './reading/specification-error';

/** What became of a source: its files and what they say, or why they say nothing. */
type Outcome = { source: string; content: string; reading: OpenApiReading } | SpecificationError;

/** Reads the sources of specifications, each into a version if it says something new. */
@Injectable()
export class OpenApiWorker {
  constructor(
    private readonly specs: OpenApiSpecRepository,
    private readonly versions: OpenApiVersionRepository,
    private readonly files: FileStore,
    private readonly storage: Storage,
    @Inject(CONTENT_CONFIG) private readonly config: ContentConfig,
  ) {}

  @Works(openApiJob)
  async process(input: OpenApiInput, context: JobContext<object>): Promise<null> {
    const spec = await this.specs.begin(input.spec);
    if (!spec) return null;
    const outcome = await Promise.race([this.outcome(spec, context), ended(context.signal)]).catch((error: unknown) => {
      if (error instanceof SpecificationError) return error;
      throw error;
    });
    return context.complete(() => this.finish(spec, outcome));
  }

  private async outcome(spec: OpenApiSpecEntity, { signal }: JobContext<object>): Promise<Outcome> {
    const { organizationId: organization, slug } = spec;
    const fetcher = new SpecificationFetcher(this.config.OUTBOUND_ALLOW);
    const start = await this.start(spec, fetcher);
    const load = (url: string) =>
      start.url === null ? Promise.reject(parseError(`${url} is at another origin`)) : fetcher.fetch(url);
    const reading = await readInThread({ ...start, slug }, load, signal);
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

  /** A source that was replaced meanwhile has a job of its own that waits. */
  private async finish(begun: OpenApiSpecEntity, outcome: Outcome): Promise<null> {
    const spec = await this.specs.lockSource(begun);
    if (!spec) return null;
    if (outcome instanceof SpecificationError) await this.specs.fail(spec.id, outcome);
    else await this.specs.succeed(spec.id, await this.versionOf(spec, outcome));
    return null;
  }

  /** The newest version where nothing has changed, else a new one. */
  private async versionOf(
    { id: specId, lastVersion }: OpenApiSpecEntity,
    { source, content, reading }: Exclude<Outcome, SpecificationError>,
  ): Promise<string> {
    const last = lastVersion === null ? undefined : await this.versions.find(specId, lastVersion);
    if (last?.source === source && last.content === content) return last.id;
    const version = { id: newId(), specId, source, content, format: reading.format };
    await this.versions.insert(version, reading.pages);
    return version.id;
  }
}

/** Rejects when the work is to end: a slow server is not waited for. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
