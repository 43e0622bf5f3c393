import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  anonymous,
  ApiError,
  computedSources,
  type ComputeSource,
  type ComputedDocument,
  type ComputedRevision,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { runWithoutDeadline, type Logger } from '@bindery/observability';
import { newId } from '@bindery/persistence';
import { LOGGER } from '@bindery/service';

/** Milliseconds that a reader waits for a script; a later result is for the next reader. */
const patience = 3_000;
/** Milliseconds until the next request, after an answer and after a failure. */
const again = { answered: 1_000, failed: 30_000 };
/** The maximum of cached characters: of answers, and of their requests. */
const keptLength = 32 * 1024 * 1024;

type Content = ComputedDocument | ComputedRevision;

/** The last answer of an integration for a source. */
interface SourceAnswer<T extends Content = Content> {
  /** Changes with the content; empty where there is none. */
  version: string;
  content?: T;
  /** The reason why there is none, for readers. */
  problem?: string;
  /** Whether the answer is for the present dependencies, and newer than the last known change of the integration. */
  isCurrent: boolean;
}

interface CachedAnswer extends Omit<SourceAnswer, 'isCurrent'> {
  /** The dependencies of the last answer, as JSON. */
  dependencies: string;
  /** Characters of the content. */
  length: number;
  /** The start of the last answered request, by `performance.now()`. */
  asked: number;
  /** The time until which no new request is needed, in milliseconds since 1970. */
  until: number;
  /** The pending request, and its start. */
  asking?: { since: number; done: Promise<void> };
}

/**
 * Requests computed content from integrations, for all readers. One request at a time for each source; a reader who has
 * waited long enough gets the last answer. A slow or failing script never holds a reader for longer.
 */
@Injectable()
export class SourceAnswers {
  private readonly known = new LRUCache<string, CachedAnswer>({
    maxSize: keptLength,
    sizeCalculation: ({ dependencies, length }, key) => 1_000 + key.length + dependencies.length + length,
  });
  /** The time of the last known change of an integration's pages in a space, by `performance.now()`. */
  private readonly changed = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  document(asked: Omit<ComputeSource, 'of' | 'known'>): Promise<SourceAnswer<ComputedDocument>> {
    return this.of({ ...asked, of: 'document' }) as Promise<SourceAnswer<ComputedDocument>>;
  }

  revision(asked: Omit<ComputeSource, 'of' | 'known'>): Promise<SourceAnswer<ComputedRevision>> {
    return this.of({ ...asked, of: 'revision' }) as Promise<SourceAnswer<ComputedRevision>>;
  }

  private async of(asked: ComputeSource): Promise<SourceAnswer> {
    const refs = Object.entries(asked.dependencies).map(([name, { ref }]) => [name, ref]);
    const key = JSON.stringify({ ...asked, dependencies: refs });
    const dependencies = JSON.stringify(asked.dependencies);
    const known = this.known.get(key) ?? this.keep(key, { version: '', dependencies, length: 0, asked: 0, until: 0 });
    // A document is requested again after its tree has changed: the integration may be another one, or in another version.
    const since = (asked.of === 'document' && this.changed.get(integrationOf(asked))) || 0;
    const isOfNow = () => known.dependencies === dependencies && known.asked >= since;
    const now = Date.now();
    if (!isOfNow() || now >= known.until) {
      const asking = (known.asking ??= { since: now, done: this.ask(key, known, asked, dependencies) });
      const left = asking.since + patience - now;
      if (left > 0) await Promise.race([asking.done, sleep(left, undefined, { ref: false })]);
    }
    const { version, content, problem } = known;
    return { version, content, problem, isCurrent: isOfNow() && !known.asking && problem === undefined };
  }

  /** Never throws. The request serves several readers, so it has its own deadline. */
  private async ask(key: string, known: CachedAnswer, asked: ComputeSource, dependencies: string): Promise<void> {
    const begun = performance.now();
    const body = { ...asked, ...(known.content && { known: known.version }) };
    const context = { requestId: newId(), operation: computedSources.computeSource.name };
    try {
      const { version, content } = await runWithoutDeadline(context, () =>
        this.rpc.call(computedSources.computeSource, { principal: anonymous, body }),
      );
      if (asked.of === 'revision' && version !== known.version)
        this.changed.set(integrationOf(asked), performance.now());
      if (content) Object.assign(known, { content, length: JSON.stringify(content).length });
      Object.assign(known, { version, problem: undefined, until: Date.now() + again.answered });
    } catch (error) {
      const { code, message } = ApiError.from(error);
      this.logger.warn({ source: asked.type, space: asked.space, code, message }, 'A source was not computed');
      // The last answer stays while a script fails, and is removed with the installation.
      const isGone = code === 404;
      Object.assign(known, { problem: message, until: Date.now() + again.failed });
      const nothing = { version: '', content: undefined, length: 0 };
      if (isGone) Object.assign(known, { ...nothing, until: Date.now() + again.answered });
    }
    Object.assign(known, { dependencies, asked: begun, asking: undefined });
    this.keep(key, known);
  }

  /** The cache measures the size only of new entries. */
  private keep(key: string, known: CachedAnswer): CachedAnswer {
    this.known.delete(key);
    this.known.set(key, known);
    return known;
  }
}

const integrationOf = ({ organization, space, type }: ComputeSource): string =>
  JSON.stringify([organization, space, type.split(':')[1]]);
