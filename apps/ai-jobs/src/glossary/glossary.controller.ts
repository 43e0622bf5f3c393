import { Controller, Inject } from '@nestjs/common';
import { glossaryPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  ApiError,
  glossary as contract,
  invalid,
  languages,
  notFound,
  requires,
  type GlossaryEntry,
  type GlossaryOperation,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { roleIn } from '../organization-access';
import { GlossaryRepository, type GlossaryEntryRow } from './glossary.repository';

/** The most entries of an organization: every page is searched for all of them. */
const maxEntries = 5_000;

@Controller()
export class GlossaryController {
  constructor(
    private readonly glossary: GlossaryRepository,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listGlossaryEntries)
  async list({ params, query, principal }: RequestOf<typeof contract.listGlossaryEntries>) {
    const { organizationId } = params;
    requires(glossaryPermissions(roleIn(principal, organizationId)).view);
    const page = await paginate(query, {
      scope: ['glossary', organizationId],
      rows: (after, limit) => this.glossary.list(organizationId, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.glossary.count(organizationId),
    });
    return { ...page, items: page.items.map((entry) => this.present(entry)) };
  }

  @Handles(contract.getGlossaryEntry)
  async get({ params, principal }: RequestOf<typeof contract.getGlossaryEntry>) {
    const { organizationId, glossaryEntryId } = params;
    requires(glossaryPermissions(roleIn(principal, organizationId)).view);
    const entry = await this.glossary.find(organizationId, glossaryEntryId);
    if (!entry) throw notFound('Glossary entry');
    return this.present(entry);
  }

  @Handles(contract.updateGlossaryEntries)
  async update({ params, body, principal }: RequestOf<typeof contract.updateGlossaryEntries>) {
    const { organizationId: organization } = params;
    requires(glossaryPermissions(roleIn(principal, organization)).edit);
    body.operations.forEach(checkLanguages);
    const version = await this.glossary.version(organization);
    const target = { type: 'glossary', id: organization };
    const row = { table: 'glossary', key: { organization_id: organization } };
    await this.mutations.run({ organization, target, version, row }, async () => {
      await this.glossary.touch(organization);
      for (const [index, operation] of body.operations.entries()) await this.apply(organization, operation, index);
      if ((await this.glossary.count(organization)) > maxEntries)
        throw invalid('body.operations', `A glossary can have at most ${maxEntries} entries; delete some first`);
    });
  }

  private async apply(organization: string, operation: GlossaryOperation, index: number): Promise<void> {
    if (operation.type === 'delete') return this.glossary.delete(organization, operation.id);
    if (operation.type === 'insert') return this.glossary.insert(newId(), organization, operation.translations);
    if (await this.glossary.update(organization, operation.id, operation.translations)) return;
    const message = `operations[${index}].id must be the id of a glossary entry`;
    throw new ApiError(404, message, [{ field: `body.operations[${index}].id`, message }]);
  }

  private present({ id, organizationId, translations, createdAt, updatedAt }: GlossaryEntryRow): GlossaryEntry {
    return {
      object: 'glossary-entry',
      id,
      translations,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      urls: { location: `${this.config.PUBLIC_URL}/v1/orgs/${organizationId}/translations-glossary/${id}` },
    };
  }
}

function checkLanguages(operation: GlossaryOperation, index: number): void {
  if (operation.type === 'delete') return;
  const unknown = Object.keys(operation.translations).find((code) => !(languages as readonly string[]).includes(code));
  const field = `body.operations[${index}].translations`;
  if (unknown !== undefined)
    throw invalid(field, `translations must have language codes as keys: ${unknown.slice(0, 20)} is not one`);
  if (Object.keys(operation.translations).length === 0)
    throw invalid(field, 'translations must have at least one language');
}
