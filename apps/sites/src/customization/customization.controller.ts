import { Controller } from '@nestjs/common';
import {
  ApiError,
  fontCalls,
  invalid,
  parse,
  siteAppearance as contract,
  SiteCustomizationSettings,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, RpcClient, withVersion } from '@bindery/messaging';
import { EditSite, type EditedSite } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { checkCondition } from '../structure/condition';
import { StructureRepository } from '../model/structure.repository';
import { fontFields, type FontField } from './font-fields';
import { customizationOf, mergedOf, overridden, type Customization } from '../model/customization';
import { asMeant } from '../model/sent-look';

interface FontsRequest {
  params: { organizationId: string };
  principal: Principal;
}

@Controller()
export class CustomizationController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly edit: EditSite,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.getSiteCustomizationById)
  async get({ params, principal }: RequestOf<typeof contract.getSiteCustomizationById>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    return withVersion(customizationOf(site.customization), site.version);
  }

  @Handles(contract.updateSiteCustomizationById)
  async update(request: RequestOf<typeof contract.updateSiteCustomizationById>) {
    const customization = await this.withFonts(request, checked(request.body as Customization));
    const work = ({ site }: EditedSite) =>
      this.sites.update(site.id, { customization: asMeant(customization, site.customization) });
    return this.edit.run(request, { needs: 'edit', work }, ({ site }) => customizationOf(site.customization));
  }

  @Handles(contract.getSiteSpaceCustomizationById)
  async getOfSiteSpace({ params, principal }: RequestOf<typeof contract.getSiteSpaceCustomizationById>) {
    const { site, siteSpace } = await this.siteSpace(principal, params);
    return withVersion(customizationOf(site.customization, siteSpace.customization), site.version);
  }

  @Handles(contract.overrideSiteSpaceCustomizationById)
  async override(request: RequestOf<typeof contract.overrideSiteSpaceCustomizationById>) {
    const { siteSpaceId } = request.params;
    const change = await this.withFonts(request, plain(request.body));
    const work = async ({ site, structure }: EditedSite) => {
      const before = structure.siteSpace(siteSpaceId).customization;
      const customization = overridden(before, asMeant(change, site.customization, before));
      checked(mergedOf(site.customization, customization));
      await this.structures.update('site_space', siteSpaceId, { customization });
    };
    return this.edit.run(request, { needs: 'edit', work }, ({ site }, structure) =>
      customizationOf(site.customization, structure.siteSpace(siteSpaceId).customization),
    );
  }

  @Handles(contract.deleteSiteSpaceCustomizationById)
  async drop(request: RequestOf<typeof contract.deleteSiteSpaceCustomizationById>) {
    const { siteSpaceId } = request.params;
    await this.edit.remove(request, {
      needs: 'edit',
      has: ({ structure }) =>
        structure.siteSpaces().some(({ id, customization }) => id === siteSpaceId && Object.keys(customization).length),
      work: () => this.structures.update('site_space', siteSpaceId, { customization: {} }),
    });
  }

  /** Replaces fonts of the organization by their stored definitions, whatever the request contains. Throws 400 for a missing one. */
  private async withFonts(request: FontsRequest, customization: Customization): Promise<Customization> {
    const { styling } = customization;
    const found = await Promise.all(
      fontFields.map(async (field) => {
        const font = styling?.[field];
        const isOwn = typeof font === 'object' && font !== null;
        return isOwn ? [[field, await this.definitionOf(request, field, String(font.id))]] : [];
      }),
    );
    return { ...customization, ...(styling && { styling: { ...styling, ...Object.fromEntries(found.flat()) } }) };
  }

  private async definitionOf({ params, principal }: FontsRequest, field: FontField, font: string) {
    const body = { organization: params.organizationId, font };
    const definition = await this.rpc.call(fontCalls.findFont, { principal, body }).catch((error: unknown) => {
      if (ApiError.from(error).code !== 404) throw error;
      throw invalid(`body.styling.${field}`, `${field} must be the name of a font, or a font of the organization`);
    });
    return plain(definition);
  }

  private async siteSpace(
    principal: Principal,
    { organizationId, siteId, siteSpaceId }: { organizationId: string; siteId: string; siteSpaceId: string },
  ) {
    const { site } = await this.sites.get(principal, organizationId, siteId);
    const structure = await this.structures.load(site.id);
    return { site, siteSpace: structure.siteSpace(siteSpaceId) };
  }
}

/** Without prototypes of DTOs, as it is stored. */
const plain = (value: object): Customization => JSON.parse(JSON.stringify(value)) as Customization;

/** A validated look. Throws 400 that names an invalid part. */
function checked(value: Customization): Customization {
  const settings = parse(SiteCustomizationSettings, value, 'body');
  const { icon, emoji } = settings.favicon;
  if (icon && emoji) throw invalid('body.favicon', 'favicon must have either icon or emoji');
  for (const { condition } of settings.header.links) checkCondition(condition);
  return plain(settings);
}
