import { Controller, Inject } from '@nestjs/common';
import { fontPermissions } from '@bindery/authorization';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import {
  ApiError,
  customFonts as contract,
  fontCalls,
  invalid,
  mostFaces,
  notFound,
  requires,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { SweepRepository } from '../../storage/sweep/sweep.repository';
import { roleIn } from '../spaces/space.policy';
import type { FontEntity, StoredFace } from './font.entity';
import { fontDeleted, fontUpdated } from './font.events';
import { fontDefinition, presentFont } from './font.presenter';
import { FontRepository } from './font.repository';
import { UploadedFonts } from './uploaded-fonts';

const regular = 400;

/** The fonts of an organization, which its sites use. */
@Controller()
export class FontsController {
  constructor(
    private readonly fonts: FontRepository,
    private readonly uploads: UploadedFonts,
    private readonly sweeps: SweepRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listCustomFonts)
  async list({ params, query, principal }: RequestOf<typeof contract.listCustomFonts>) {
    const { organizationId } = params;
    const role = roleIn(principal, organizationId);
    requires(fontPermissions(role).view);
    const page = await paginate(query, {
      scope: ['fonts', organizationId],
      rows: (after, limit) => this.fonts.list(organizationId, after, limit),
      position: ({ id }) => ({ value: id, id }),
      count: () => this.fonts.count(organizationId),
    });
    return { ...page, items: page.items.map((font) => presentFont(font, role, this.context)) };
  }

  @Handles(contract.getCustomFont)
  async get({ params, principal }: RequestOf<typeof contract.getCustomFont>) {
    const role = roleIn(principal, params.organizationId);
    requires(fontPermissions(role).view);
    return presentFont(await this.load(params), role, this.context);
  }

  @Handles(contract.createCustomFont)
  async create({ params, body, principal }: RequestOf<typeof contract.createCustomFont>) {
    const { organizationId } = params;
    const role = roleIn(principal, organizationId);
    requires(fontPermissions(role).edit);
    const faces = withChanges([], await this.changes(organizationId, body.fontFaces));
    const font = { id: newId(), organizationId, family: body.fontFamily, faces };
    return this.mutations.run(targetOf({ ...font, version: 0 }), async () => {
      await this.fonts.insert(font);
      return presentFont((await this.fonts.find(organizationId, font.id))!, role, this.context);
    });
  }

  @Handles(contract.updateCustomFont)
  async update({ params, body, principal }: RequestOf<typeof contract.updateCustomFont>) {
    const { organizationId, fontId } = params;
    const role = roleIn(principal, organizationId);
    requires(fontPermissions(role).edit);
    await this.load(params);
    const changes = await this.changes(organizationId, body.fontFaces ?? []);
    return this.db.transaction(async () => {
      const font = await this.fonts.lock(organizationId, fontId);
      if (!font) throw notFound('Font');
      return this.mutations.run(targetOf(font), async () => {
        const faces = withChanges(font.faces, changes);
        await this.fonts.update({ id: fontId, family: body.fontFamily ?? font.family, faces });
        const updated = (await this.fonts.find(organizationId, fontId))!;
        await this.outbox.add(fontUpdated(updated, fontDefinition(updated, this.context)));
        await this.sweeps.request(organizationId);
        return presentFont(updated, role, this.context);
      });
    });
  }

  @Handles(contract.deleteCustomFont)
  async delete({ params, principal }: RequestOf<typeof contract.deleteCustomFont>) {
    const permissions = fontPermissions(principal.organizations[params.organizationId]?.role ?? null);
    const font = permissions.view ? await this.fonts.find(params.organizationId, params.fontId) : undefined;
    if (!font) return;
    requires(permissions.edit);
    await this.mutations.run(targetOf(font), async () => {
      await this.fonts.delete(font.id);
      await this.outbox.add(fontDeleted(font));
      await this.sweeps.request(font.organizationId);
    });
  }

  /** The sites service requests the fonts of a site's organization when a user changes the look of the site. */
  @Handles(fontCalls.findFont)
  async find({ body, principal }: RequestOf<typeof fontCalls.findFont>) {
    roleIn(principal, body.organization);
    return fontDefinition(await this.load({ organizationId: body.organization, fontId: body.font }), this.context);
  }

  private get context() {
    return { publicUrl: this.config.PUBLIC_URL, secret: fileKeyOf(this.config) };
  }

  private async load({ organizationId, fontId }: { organizationId: string; fontId: string }): Promise<FontEntity> {
    const font = await this.fonts.find(organizationId, fontId);
    if (!font) throw notFound('Font');
    return font;
  }

  /** The changes of weights: a stored file, or nothing. Throws 400 for files that are no fonts. */
  private async changes(
    organization: string,
    wanted: readonly { weight: number; storageKey: string | null }[],
  ): Promise<FaceChanges> {
    const changes: FaceChanges = new Map();
    for (const [index, { weight, storageKey }] of wanted.entries()) {
      const field = `body.fontFaces[${index}]`;
      if (changes.has(weight)) throw invalid(`${field}.weight`, `weight ${weight} is given twice`);
      const face =
        storageKey === null ? null : await this.uploads.take(organization, weight, storageKey, `${field}.storageKey`);
      changes.set(weight, face);
    }
    return changes;
  }
}

type FaceChanges = Map<number, StoredFace | null>;

/** The weights of a font after a change. Throws 412 without a regular one. */
function withChanges(before: readonly StoredFace[], changes: FaceChanges): StoredFace[] {
  const after = new Map([...before.map((face) => [face.weight, face] as const), ...changes]);
  const faces = [...after.values()].filter((face) => face !== null).sort((a, b) => a.weight - b.weight);
  if (faces.length > mostFaces) throw invalid('body.fontFaces', `fontFaces must leave at most ${mostFaces} weights`);
  if (!faces.some(({ weight }) => weight === regular))
    throw new ApiError(412, `A font must have a file for the weight ${regular}`);
  return faces;
}

const targetOf = ({ id, organizationId, version }: Pick<FontEntity, 'id' | 'organizationId' | 'version'>) => ({
  organization: organizationId,
  target: { type: 'font', id },
  version,
  row: { table: 'custom_font', key: { id } },
});
