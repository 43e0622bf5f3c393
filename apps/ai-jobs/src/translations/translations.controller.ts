import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  ApiError,
  ifNotFound,
  invalid,
  notFound,
  readDocument,
  requires,
  translations as contract,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { Handles, Mutations } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { RunTranslation } from './run-translation';
import { TranslationsAccess, type TranslationAccess } from './translation-access';
import { presentTranslation } from './translation.presenter';
import { TranslationRepository } from './translation.repository';
import type { TranslationRow } from './translation.rows';
import { TranslationRunRepository } from './translation-run.repository';

const nothing: Document = { object: 'document', data: {}, nodes: [] };
const instructionsField = 'body.instructions';

@Controller()
export class TranslationsController {
  constructor(
    private readonly translations: TranslationRepository,
    private readonly access: TranslationsAccess,
    private readonly runs: TranslationRunRepository,
    private readonly runTranslation: RunTranslation,
    private readonly mutations: Mutations,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listTranslations)
  async list({ params, query, principal }: RequestOf<typeof contract.listTranslations>) {
    const { organizationId } = params;
    const filter = await this.access.filter(principal, organizationId);
    const page = await paginate(query, {
      scope: ['translations', organizationId, principal.user],
      rows: (after, limit) => this.translations.list(filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.translations.count(filter),
    });
    const sources = page.items.map(({ sourceSpace }) => sourceSpace);
    const access = await this.access.of(principal, organizationId, sources);
    const items = page.items.flatMap((row) => {
      const known = access.get(row.sourceSpace);
      return known ? [this.present(row, known)] : [];
    });
    return { ...page, items };
  }

  @Handles(contract.createTranslation)
  async create({ params, body, principal }: RequestOf<typeof contract.createTranslation>) {
    const { organizationId } = params;
    const { language, source, automatic } = body;
    const instructions = body.instructions ? readDocument(body.instructions, instructionsField) : nothing;
    if (source.language === language)
      throw invalid('body.language', 'language must differ from the language of the source space');
    const access = await this.access.ofNew(principal, organizationId, source.space).catch(sourceNotFound);
    requires(access.permissions.edit);
    const id = newId();
    const target = { type: 'translation', id };
    return this.mutations.run({ organization: organizationId, target, version: 0 }, async () => {
      await this.translations.insert({
        id,
        organizationId,
        sourceSpace: source.space,
        sourceLanguage: source.language,
        language,
        instructions,
        automatic,
        createdBy: principal.user,
      });
      await this.runTranslation.start({ id, organizationId });
      return this.present((await this.translations.find(organizationId, id))!, access);
    });
  }

  @Handles(contract.getTranslation)
  async get({ params, principal }: RequestOf<typeof contract.getTranslation>) {
    const { row, access } = await this.load(principal, params);
    return this.present(row, access);
  }

  @Handles(contract.updateTranslation)
  async update({ params, body, principal }: RequestOf<typeof contract.updateTranslation>) {
    const { access } = await this.load(principal, params);
    const instructions = readDocument(body.instructions, instructionsField);
    requires(access.permissions.edit);
    return this.change(params, async ({ id, organizationId }) => {
      await this.translations.update(id, { instructions, automatic: body.automatic });
      return this.present((await this.translations.find(organizationId, id))!, access);
    });
  }

  @Handles(contract.deleteTranslation)
  async delete({ params, principal }: RequestOf<typeof contract.deleteTranslation>) {
    const found = await this.load(principal, params).catch(ifNotFound);
    if (!found) return;
    requires(found.access.permissions.edit);
    await this.db.transaction(async () => {
      const row = await this.translations.lock(params.organizationId, params.translationId);
      if (!row) return;
      await this.mutations.run(targetOf(row), async () => {
        await this.runs.cancelAll(row.id);
        await this.translations.delete(row.id);
      });
    });
  }

  @Handles(contract.runTranslation)
  async run({ params, principal }: RequestOf<typeof contract.runTranslation>) {
    const { access } = await this.load(principal, params);
    requires(access.permissions.edit);
    await this.change(params, (row) => this.runTranslation.start(row));
  }

  private change<T>(
    { organizationId, translationId }: { organizationId: string; translationId: string },
    work: (row: TranslationRow) => Promise<T>,
  ): Promise<T> {
    return this.db.transaction(async () => {
      const row = await this.translations.lock(organizationId, translationId);
      if (!row) throw notFound('Translation');
      return this.mutations.run(targetOf(row), () => work(row));
    });
  }

  private async load(
    principal: Principal,
    { organizationId, translationId }: { organizationId: string; translationId: string },
  ) {
    const row = await this.translations.find(organizationId, translationId);
    if (!row) throw notFound('Translation');
    return { row, access: await this.access.at(principal, organizationId, row.sourceSpace, 'Translation') };
  }

  private present(row: TranslationRow, access: TranslationAccess) {
    return presentTranslation(row, access, this.config.PUBLIC_URL);
  }
}

const targetOf = ({ id, organizationId: organization, version }: TranslationRow) => ({
  organization,
  target: { type: 'translation', id },
  version,
});

/** Says that the space that is not found stands in the body. */
function sourceNotFound(error: unknown): never {
  if (!(error instanceof ApiError && error.code === 404)) throw error;
  const message = 'source.space must be a space of the organization';
  throw new ApiError(404, message, [{ field: 'body.source.space', message }]);
}
