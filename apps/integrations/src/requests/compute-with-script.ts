import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ApiError, type ComputedDocument, type ComputedRevision, type ResolvedDependency } from '@bindery/contracts';
import { validateDocument } from '@bindery/documents';
import type { Installation } from '../installations/installation.repository';
import type { IntegrationEntity } from '../registry/integration.entity';
import { CallScript } from './call-script';
import { readScriptJson } from './script-json';

/** The maximum of cached characters of computed content, and of contents. */
const keptLength = 32 * 1024 * 1024;
const mostKept = 20_000;
const hour = 3_600_000;

/** A content source of an installed integration, with all dependencies of its content. */
export interface AskedSource {
  integration: IntegrationEntity;
  installation: Installation;
  /** The version of the installation on the space, where it has one. */
  contentVersion?: number | undefined;
  spaceId: string;
  sourceId: string;
  props: Record<string, unknown>;
  dependencies: Record<string, ResolvedDependency>;
}

/** Computes content with scripts. It is cached until a newer version is published, or a configuration or a dependency changes. */
@Injectable()
export class ComputeWithScript {
  private readonly kept = new LRUCache<string, object>({
    max: mostKept,
    maxSize: keptLength,
    ttl: hour,
    sizeCalculation: (value) => JSON.stringify(value).length,
  });

  constructor(private readonly scripts: CallScript) {}

  /** A key of the computed content, which changes with every dependency and configuration. */
  versionOf({ integration, installation, contentVersion, ...asked }: AskedSource): string {
    const computedBy = [integration.id, integration.version, installation.id, installation.version];
    const configuredBy = [contentVersion, this.scripts.tunnelOf(integration, installation)];
    return createHash('sha256')
      .update(JSON.stringify([computedBy, configuredBy, asked]))
      .digest('base64url');
  }

  /** `seed` determines the keys of blocks. Throws 502 for an answer that is no document. */
  async document(asked: AskedSource, seed: string): Promise<ComputedDocument> {
    type Answer = Partial<ComputedDocument> & { document?: ComputedDocument };
    const answer = await this.ask<Answer>('content_compute_document', asked);
    const document = answer.document ?? answer;
    if (document.object !== 'document' || !Array.isArray(document.nodes))
      throw new ApiError(502, 'The integration returned no document');
    const keys = keysFrom(seed);
    const nodes = document.nodes.map((node) => withKey(node, keys));
    const written = { object: 'document', data: document.data ?? {}, nodes };
    const [problem] = validateDocument(written);
    if (problem) throw new ApiError(502, `The integration returned no document: ${problem}`);
    return written;
  }

  /** Throws 502 for an answer without pages. */
  async revision(asked: AskedSource): Promise<ComputedRevision> {
    const answer = await this.ask<Partial<ComputedRevision>>('content_compute_revision', asked);
    const { pages, files = [], reusableContents = [] } = answer;
    if (![pages, files, reusableContents].every(Array.isArray))
      throw new ApiError(502, 'The integration returned no pages');
    return { pages: pages!, files, reusableContents };
  }

  private async ask<T extends object>(type: string, asked: AskedSource): Promise<T> {
    const key = `${type} ${this.versionOf(asked)}`;
    const kept = this.kept.get(key);
    if (kept) return kept as T;
    const { integration, installation, contentVersion: _, ...fields } = asked;
    const content = readScriptJson<T>(await this.scripts.ask({ integration, installation }, type, fields));
    this.kept.set(key, content);
    return content;
  }
}

/** Keys for blocks, the same for the same seed. */
function* keysFrom(seed: string): Generator<string, never> {
  for (let at = 0; ; at++) yield createHash('sha256').update(`${seed} ${at}`).digest('hex').slice(0, 20);
}

const withKey = (node: Record<string, unknown>, keys: Generator<string, never>): Record<string, unknown> => ({
  key: keys.next().value,
  ...node,
});
