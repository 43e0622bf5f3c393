import { Injectable } from '@nestjs/common';
import type { ComputedSource, ResolvedDependency } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { OpenApiPageRepository } from '../../specifications/openapi-page.repository';
import { TranslatedSpaces } from './translated-spaces';
import { translationIn } from './translation-source';

const maxDependencies = 50;

type Dependencies = Record<string, ResolvedDependency>;
type Ref = ResolvedDependency['ref'];
type Value = ResolvedDependency['value'];
type SpaceValue = Value & { object: 'space'; id: string; revision: string };

/** Reads the dependencies of the sources of computed content. */
@Injectable()
export class DependencyRepository {
  constructor(
    private readonly db: Database,
    private readonly specifications: OpenApiPageRepository,
    private readonly translations: TranslatedSpaces,
  ) {}

  /**
   * The dependencies of sources with their present versions: the revision of a space, also of a translated one, or the
   * newest version of a specification. Null for one that the organization does not have.
   */
  async of(organization: string, sources: readonly ComputedSource[]): Promise<Dependencies[]> {
    const all = sources.map(wellFormedIn);
    const refs = all.flatMap((one) => one.map(([, ref]) => ref));
    const translated = await this.translations.of(
      organization,
      refs.flatMap((ref) => translationIn(ref) ?? []),
    );
    const [spaces, specifications] = await Promise.all([
      this.spaces(organization, [...named(refs, 'space'), ...translated.values()]),
      this.versions(organization, named(refs, 'spec')),
    ]);
    const valueOf = (ref: Ref): Value => {
      if (ref.kind === 'space') return spaces.get(ref.space as string) ?? null;
      if (ref.kind === 'openapi') return specifications.get(ref.spec as string) ?? null;
      const made = spaces.get(translated.get(translationIn(ref) ?? '') ?? '');
      return made ? { space: made.id, revision: made.revision } : null;
    };
    return all.map((one) => Object.fromEntries(one.map(([name, ref]) => [name, { ref, value: valueOf(ref) }])));
  }

  /** The references of sources: spaces by id, also translated ones, and specifications by slug or id. */
  async references(organization: string, sources: readonly ComputedSource[]): Promise<string[]> {
    const refs = sources.flatMap(wellFormedIn).map(([, ref]) => ref);
    const translations = refs.flatMap((ref) => translationIn(ref) ?? []);
    const translated = await this.translations.of(organization, translations);
    return [...named(refs, 'space'), ...named(refs, 'spec'), ...translated.values()];
  }

  private async spaces(organization: string, ids: string[]): Promise<Map<string, SpaceValue>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: string; revision: string }>(
      `select s.id, b.head as revision from space s join branch b on b.space_id = s.id and b.id = 'main'
       where s.organization_id = $1 and s.id = any($2) and s.deleted_at is null`,
      [organization, ids],
    );
    return new Map(rows.map((row) => [row.id, { object: 'space' as const, ...row }]));
  }

  private async versions(organization: string, references: string[]): Promise<Map<string, Value>> {
    if (references.length === 0) return new Map();
    const found = await this.specifications.newest(organization, references);
    return new Map(
      found.flatMap((spec) => {
        const value = { object: 'openapi-spec', ...spec };
        return [
          [spec.id, value],
          [spec.slug, value],
        ] as const;
      }),
    );
  }
}

/** The valid references of a source by name; an import may bring any value. */
function wellFormedIn({ dependencies }: ComputedSource): [name: string, ref: Ref][] {
  const entries = Object.entries((dependencies ?? {}) as Record<string, { ref?: unknown } | null>);
  return entries.slice(0, maxDependencies).flatMap(([name, dependency]) => {
    const ref = dependency?.ref as { kind?: unknown } | null | undefined;
    return typeof ref?.kind === 'string' ? [[name, ref as Ref] as const] : [];
  }) as [string, Ref][];
}

const named = (refs: readonly Ref[], by: 'space' | 'spec'): string[] => [
  ...new Set(refs.flatMap((ref) => (typeof ref[by] === 'string' ? [ref[by]] : []))),
];
