import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Revision, Translation, TranslationRun } from '@bindery/contracts';
import type { TestOrganization } from '../organization/test-organization';

/** A document with one paragraph. */
export const paragraph = (text: string) => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});

/** The operations on translations in tests, as the administrator of the first organization. */
export class Translations {
  constructor(private readonly world: TestOrganization) {}

  create(space: string, change: object = {}): Promise<Translation> {
    const body = { language: 'fr', source: { space, language: 'en' }, ...change };
    return this.world.api.expect('createTranslation', { ...this.as(), body });
  }

  get(translationId: string): Promise<Translation> {
    return this.world.api.expect('getTranslation', this.as({ translationId }));
  }

  async runs(translationId: string): Promise<TranslationRun[]> {
    return (await this.world.api.expect<Page<TranslationRun>>('listTranslationRuns', this.as({ translationId }))).items;
  }

  /** The newest run, once no run is left to end; the test's own timeout ends the wait. */
  async ended(translationId: string, count = 1): Promise<TranslationRun> {
    for (;;) {
      const runs = await this.runs(translationId);
      if (runs.length >= count && runs.every(({ status }) => status !== 'pending' && status !== 'running'))
        return runs[0]!;
      await sleep(50);
    }
  }

  /** The run that an action starts, once it has ended. The event of an import may have started an additional run before. */
  async runAfter(translationId: string, act: () => Promise<unknown>): Promise<TranslationRun> {
    const { length } = await this.runs(translationId);
    await act();
    return this.ended(translationId, length + 1);
  }

  run(translationId: string): Promise<unknown> {
    return this.world.api.expect('runTranslation', this.as({ translationId }));
  }

  revision(spaceId: string): Promise<Revision> {
    return this.world.api.expect('getCurrentRevision', { token: this.world.admin.token, params: { spaceId } });
  }

  as(params: Record<string, string> = {}) {
    return { token: this.world.admin.token, params: { organizationId: this.world.organization, ...params } };
  }
}
