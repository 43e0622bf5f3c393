import { Composes, Foreign } from '../core/compose';
import { Const, Flag, Id, Nested, OneOf, Text, Union, Url } from '../core/fields';
import { PageQuery } from '../core/page';
import { ShareKey } from '../core/share-key';
import { spaceCards } from '../content/site-spaces.contract';
import { Space } from '../content/spaces.contract';
import { PathSegment } from './sites.dto';

/** Bounds of fields of the structure that several operations take. */
const sectionTitle = { min: 2, max: 128 };
const Condition = (options = {}) =>
  Text({ max: 1024, description: 'An expression that decides which visitors see this part of the site.', ...options });
const Icon = (options = {}) => Text({ max: 50, description: 'The name of an icon.', ...options });

class StructureUrls {
  @Url() location!: string;
  @Url({ optional: true }) published?: string;
}

@Composes(spaceCards, 'space', { title: 'title' })
export class SiteSpace {
  @Const('site-space') object!: 'site-space';
  @Id() id!: string;
  @Text({ min: 1, max: 100 }) path!: string;
  @Id({ optional: true }) section?: string;
  @Foreign(spaceCards) space!: Space;
  @Text() title!: string;
  @Flag() default!: boolean;
  @Condition({ optional: true }) condition?: string;
  @Flag() hasAdvancedCustomizationFeature!: boolean;
  @Nested(() => StructureUrls) urls!: StructureUrls;
}

export class SiteSection {
  @Const('site-section') object!: 'site-section';
  @Id() id!: string;
  @Text(sectionTitle) title!: string;
  @Text({ max: 256, optional: true }) description?: string;
  @Flag() default!: boolean;
  @Text({ min: 1, max: 100 }) path!: string;
  @Condition({ optional: true }) condition?: string;
  @Id({ optional: true, description: 'The section group that contains the section.' }) sectionGroup?: string;
  @Icon({ optional: true }) icon?: string;
  @Nested(() => SiteSpace, { array: true }) siteSpaces!: SiteSpace[];
  @Nested(() => StructureUrls) urls!: StructureUrls;
}

export class SiteExternalLink {
  @Const('site-external-link') object!: 'site-external-link';
  @Id() id!: string;
  @Text({ min: 1, max: 100 }) title!: string;
  @Url() url!: string;
  @Id({ optional: true }) sectionGroup?: string;
  @Icon({ optional: true }) icon?: string;
  @Flag({ description: 'Whether readers do not see the link yet. Always false, as links are shown at once.' })
  draft!: boolean;
}

/** A node in a group or at the top of a site with sections. */
export type SiteStructureNode = SiteSection | SiteSectionGroup | SiteExternalLink;

export class SiteSectionGroup {
  @Const('site-section-group') object!: 'site-section-group';
  @Id() id!: string;
  @Text({ min: 1, max: 100 }) title!: string;
  @Id({ optional: true, description: 'The section group that contains the group.' }) sectionGroup?: string;
  @Union('object', () => [SiteSection, SiteSectionGroup, SiteExternalLink], { array: true })
  children!: SiteStructureNode[];
  @Nested(() => SiteSection, { array: true, description: 'Deprecated. The sections among `children`.' })
  sections!: SiteSection[];
  @Icon({ optional: true }) icon?: string;
  @Nested(() => StructureUrls, { optional: true }) urls?: StructureUrls;
}

export class SiteStructure {
  @OneOf(['sections', 'siteSpaces']) type!: 'sections' | 'siteSpaces';
  @Union('object', () => [SiteSection, SiteSectionGroup, SiteExternalLink, SiteSpace], { array: true })
  structure!: (SiteStructureNode | SiteSpace)[];
}

export class ListInSiteQuery extends PageQuery {
  @ShareKey() shareKey?: string;
}

export class ListSiteSpacesQuery extends ListInSiteQuery {
  @Flag({ optional: true, description: 'Only default site spaces (true) or only the others (false).' })
  default?: boolean;
}

export class AddSection {
  @Id({ description: 'The first space of the section.' }) spaceId!: string;
  @Text({
    ...sectionTitle,
    nullable: true,
    optional: true,
    description: 'The title of the section. Defaults to the title of the space.',
  })
  title?: string | null;
  @Icon({ nullable: true, optional: true }) icon?: string | null;
}

export class UpdateSection {
  @Text({ ...sectionTitle, optional: true }) title?: string;
  @PathSegment({ optional: true }) path?: string;
  @Id({ optional: true }) defaultSiteSpace?: string;
  @Condition({ nullable: true, optional: true }) condition?: string | null;
  @Icon({ nullable: true, optional: true }) icon?: string | null;
  @Text({ max: 256, nullable: true, optional: true }) description?: string | null;
}

export class AddSiteSpace {
  @Id() spaceId!: string;
  @Id({
    optional: true,
    description:
      'The section to add the space to. Defaults to the default section, or to the root of a site without sections.',
  })
  sectionId?: string;
}

export class UpdateSiteSpace {
  @PathSegment({ optional: true }) path?: string;
  @Condition({ nullable: true, optional: true }) condition?: string | null;
  @Id({ optional: true, description: 'The space to show from now on.' }) spaceId?: string;
}

export class AddSectionGroup {
  @Text({ min: 1, max: 100 }) title!: string;
  @Icon({ nullable: true, optional: true }) icon?: string | null;
  @Id({ array: { max: 1000 }, optional: true, description: 'The sections to put into the group, in this order.' })
  sections?: string[];
  @Id({ optional: true, description: 'The parent section group. Defaults to the root of the site.' }) parent?: string;
}

export class UpdateSectionGroup {
  @Text({ min: 1, max: 100, optional: true }) title?: string;
  @Icon({ nullable: true, optional: true }) icon?: string | null;
}

export class AddSectionToGroup {
  @Id() sectionId!: string;
}
