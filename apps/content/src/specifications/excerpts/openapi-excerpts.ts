import { text } from 'node:stream/consumers';
import { setImmediate as others } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ApiExcerpt, ApiOperation, ApiSchema } from '@bindery/contracts';
import { walk, type Block, type Document } from '@bindery/documents';
import { Storage } from '@bindery/storage';
import { storageKeyOf } from '../../storage/files/file-entry';
import { describeModel, describeOperation } from '../describing/describe-operation';
import { Specification } from '../describing/specification';
import { OpenApiPageRepository, type NewestVersion } from '../openapi-page.repository';
import { OpenApiVersionRepository } from '../openapi-version.repository';
import type { SpecificationFile } from '../reading/gather-files';

type ExcerptSubject =
  { type: 'operation'; operation: Pick<ApiOperation, 'kind' | 'name' | 'method'> } | { type: 'schema'; name: string };

/** The maximum of API excerpts on one page. */
const most = 500;
const cacheBytes = 16 * 1024 * 1024;

/** Finds the excerpts of specifications' newest versions that a page shows. Readers of the page may read these. */
@Injectable()
export class OpenApiExcerpts {
  /** By version, which never changes, and the excerpt; `null` for an excerpt that a version does not have. */
  private readonly known = new LRUCache<string, { made: ApiOperation | ApiSchema | null; size: number }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ size }) => size,
  });

  /** Pending reads of specifications, by version: concurrent callers share one. */
  private readonly reading = new Map<string, Promise<Specification>>();

  constructor(
    private readonly specs: OpenApiPageRepository,
    private readonly versions: OpenApiVersionRepository,
    private readonly storage: Storage,
  ) {}

  /** In the order of the documents; excerpts that a specification lacks are left out. */
  async of(organization: string, documents: readonly Pick<Document, 'nodes'>[]): Promise<ApiExcerpt[]> {
    const wanted = wantedBy(documents);
    if (wanted.size === 0) return [];
    const newest = await this.specs.newest(organization, [...wanted.keys()]);
    const excerpts: ApiExcerpt[] = [];
    for (const [reference, parts] of wanted) {
      const spec = newest.find(({ id, slug }) => id === reference || slug === reference);
      if (spec) excerpts.push({ spec: reference, ...(await this.excerpt(organization, spec, parts)) });
    }
    return excerpts;
  }

  private async excerpt(organization: string, spec: NewestVersion, parts: readonly ExcerptSubject[]) {
    const excerpt: Pick<ApiExcerpt, 'operations' | 'schemas'> = { operations: [], schemas: [] };
    let specification: Specification | undefined;
    for (const part of parts) {
      const key = `${spec.lastVersion} ${JSON.stringify(part)}`;
      let known = this.known.get(key);
      if (!known) {
        specification ??= await this.read(organization, spec);
        // A page may show hundreds, so other requests get their turn in between.
        await others();
        const made =
          (part.type === 'operation'
            ? describeOperation(specification, part.operation)
            : describeModel(specification, part.name)) ?? null;
        known = { made, size: 64 + 2 * key.length + 2 * JSON.stringify(made).length };
        this.known.set(key, known);
      }
      if (known.made && part.type === 'operation') excerpt.operations.push(known.made as ApiOperation);
      else if (known.made) excerpt.schemas.push(known.made as ApiSchema);
    }
    return excerpt;
  }

  private read(organization: string, spec: NewestVersion): Promise<Specification> {
    let reading = this.reading.get(spec.lastVersion);
    if (!reading) {
      reading = this.load(organization, spec).finally(() => this.reading.delete(spec.lastVersion));
      this.reading.set(spec.lastVersion, reading);
    }
    return reading;
  }

  private async load(organization: string, { id, lastVersion }: NewestVersion): Promise<Specification> {
    const version = await this.versions.find(id, lastVersion);
    const stored = version && (await this.storage.get(storageKeyOf(organization, { sha256: version.content })));
    // A newer version has just replaced it.
    if (!stored) return new Specification([]);
    return new Specification(JSON.parse(await text(stored.stream)) as SpecificationFile[]);
  }
}

/** By the specification that the blocks refer to. */
function wantedBy(documents: readonly Pick<Document, 'nodes'>[]): Map<string, ExcerptSubject[]> {
  const wanted = new Map<string, ExcerptSubject[]>();
  let room = most;
  for (const document of documents)
    for (const node of walk(document)) {
      if (node.object !== 'block') continue;
      const ref = node.data.ref as { kind?: unknown; spec?: unknown } | null | undefined;
      if (ref?.kind !== 'openapi' || typeof ref.spec !== 'string') continue;
      const parts = wantedParts(node).slice(0, room);
      room -= parts.length;
      wanted.set(ref.spec, [...(wanted.get(ref.spec) ?? []), ...parts]);
    }
  return wanted;
}

function wantedParts({ type, data }: Block): ExcerptSubject[] {
  const method = typeof data.method === 'string' ? data.method.toLowerCase() : '';
  if (type === 'openapi-operation' && typeof data.path === 'string')
    return [{ type: 'operation', operation: { kind: 'path', name: data.path, method } }];
  if (type === 'openapi-webhook' && typeof data.name === 'string')
    return [{ type: 'operation', operation: { kind: 'webhook', name: data.name, method } }];
  const names = type === 'openapi-schemas' && Array.isArray(data.schemas) ? (data.schemas as unknown[]) : [];
  return names.flatMap((name) => (typeof name === 'string' ? [{ type: 'schema' as const, name }] : []));
}
