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

/** Milliseconds that a reader waits for a script; what takes longer is there for the next one. */
const patience = 3_000;
/** Milliseconds after which is asked again whether something changed, and after a failure. */
const again = { answered: 1_000, failed: 30_000 };
/** Characters that are kept: of answers, and of what they answer. */
const keptLength = 32 * 1024 * 1024;

type Content = ComputedDocument | ComputedRevision;

/** What an integration said last of a source. */
interface SourceAnswer<T extends Content = Content> {
  /** Changes with the content; empty where there is none. */
  version: string;
  content?: T;
  /** Why there is none, for those who read it. */
  problem?: string;
  /** Whether it was said of the dependencies as they are, and since the integration was seen to be another one. */
  isCurrent: boolean;
}

interface CachedAnswer extends Omit<SourceAnswer, 'isCurrent'> {
  /** The dependencies of which that is so, as JSON. */
  dependencies: string;
  /** Characters of the content. */
  length: number;
  /** When the question began that was answered last, by `performance.now()`. */
  asked: number;
  /** Until when nobody has to ask again, in milliseconds since 1970. */
  until: number;
  /** A question that waits for its answer, and since when. */
  asking?: { since: number; done: Promise<void> };
}

/**
 * Asks integrations for what they compute, whoever reads it. One question at a time for each source; whoever has waited
 * long enough gets what was said last. No answer of a script, and none that it does not give, holds a reader for longer.
 */
@Injectable()
export class SourceAnswers {
  private readonly known = new LRUCache<string, CachedAnswer>({
    maxSize: keptLength,
    sizeCalculation: ({ dependencies, length }, key) => 1_000 + key.length + dependencies.length + length,
  });
  /** When the pages of an integration in a space were seen to be others, by `performance.now()`. */
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
    // A document is said again after its tree has changed: the integration may be another one, or in another version.
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

  /** Never throws. The question is nobody's own, so it has a deadline of its own. */
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
      // What was there stays while a script fails, and goes with the installation.
      const isGone = code === 404;
      Object.assign(known, { problem: message, until: Date.now() + again.failed });
      const nothing = { version: '', content: undefined, length: 0 };
      if (isGone) Object.assign(known, { ...nothing, until: Date.now() + again.answered });
    }
    Object.assign(known, { dependencies, asked: begun, asking: undefined });
    this.keep(key, known);
  }

  /** The cache measures only what it does not have yet. */
  private keep(key: string, known: CachedAnswer): CachedAnswer {
    this.known.delete(key);
    this.known.set(key, known);
    return known;
  }
}

const integrationOf = ({ organization, space, type }: ComputeSource): string =>
  JSON.stringify([organization, space, type.split(':')[1]]);
