import { Injectable } from '@nestjs/common';
import type { ComputedSource } from '@bindery/contracts';
import type { ComputedDocumentEntry } from '../../model/pages/page-entry';
import { textHash } from '../../storage/store/canonical-json';
import type { ComputedBody, ComputedTree, ComputingSpace } from './computed-content';
import type { ComputedPlace } from './computed-place';
import { DependencyRepository } from './dependencies';
import { pagesOf } from './input-pages';
import { isOfIntegration } from './integration-source';
import { problemDocument } from './problem-document';
import { SourceAnswers } from './source-answers';

/** The maximum of computed sources of one revision: each is a script that runs. */
const maxSources = 20;

/** Computes pages by the content sources of integrations. */
@Injectable()
export class IntegrationPages {
  constructor(
    private readonly dependencies: DependencyRepository,
    private readonly answers: SourceAnswers,
  ) {}

  /** The present pages of the placeholders. Leaves out those without any answer of an integration yet. */
  async trees(of: ComputingSpace, places: readonly ComputedPlace[]): Promise<Map<ComputedPlace, ComputedTree>> {
    const own = places.filter(({ entry }) => isOfIntegration(entry.computed)).slice(0, maxSources);
    const sources = own.map(({ entry }) => entry.computed);
    const dependencies = await this.dependencies.of(of.organizationId, sources);
    const answers = await Promise.all(
      own.map(({ id, entry }, at) => this.answers.revision(asked(of, entry.computed, dependencies[at]!, id))),
    );
    return new Map(
      own.flatMap((place, at) => {
        const { version, content } = answers[at]!;
        return content
          ? [[place, { version, pagesIn: (here: ComputedPlace) => pagesOf(here, content.pages) }] as const]
          : [];
      }),
    );
  }

  /** Changes with what the documents of these sources depend on. */
  async fingerprintOf({ organizationId }: ComputingSpace, sources: readonly ComputedSource[]): Promise<string> {
    return textHash(JSON.stringify(await this.dependencies.of(organizationId, sources)));
  }

  /** The further dependencies of these sources, besides the scripts of their integrations. */
  references({ organizationId }: Pick<ComputingSpace, 'organizationId'>, sources: readonly ComputedSource[]) {
    return this.dependencies.references(organizationId, sources);
  }

  /** The last computed document of a page, as JSON; undefined where it never was computed. */
  async computed(of: ComputingSpace, entry: ComputedDocumentEntry): Promise<string | undefined> {
    const { content } = await this.answer(of, entry);
    return content && JSON.stringify(content);
  }

  /** The document of a page; where there is none, one that shows the reason. */
  async document(of: ComputingSpace, entry: ComputedDocumentEntry): Promise<ComputedBody> {
    const { content, problem, isCurrent } = await this.answer(of, entry);
    const nothing = () => problemDocument(problem ?? 'The integration has not answered yet.');
    return { body: content ? JSON.stringify(content) : nothing(), isCurrent };
  }

  private async answer(of: ComputingSpace, { computed, computedSeed }: ComputedDocumentEntry) {
    const [dependencies] = await this.dependencies.of(of.organizationId, [computed]);
    return this.answers.document(asked(of, computed, dependencies!, computedSeed));
  }
}

type DocumentQuestion = Parameters<SourceAnswers['document']>[0];

const asked = (
  { organizationId, space }: ComputingSpace,
  { type, props }: ComputedSource,
  dependencies: DocumentQuestion['dependencies'],
  seed: string,
): DocumentQuestion => ({ organization: organizationId, space, type, props: { ...props }, dependencies, seed });
