import { Const, Id, Nested, OneOf } from '../core/fields';

class SiteSectionPointer {
  @Const('site-section') type!: 'site-section';
  @Id() siteSection!: string;
}

class SiteSectionMovePosition {
  @Nested(() => SiteSectionPointer, { optional: true }) before?: SiteSectionPointer;
  @Nested(() => SiteSectionPointer, { optional: true }) after?: SiteSectionPointer;
}

class SiteSpacePointer {
  @Const('site-space') type!: 'site-space';
  @Id() siteSpace!: string;
}

class SiteSpaceMovePosition {
  @Nested(() => SiteSpacePointer, { optional: true }) before?: SiteSpacePointer;
  @Nested(() => SiteSpacePointer, { optional: true }) after?: SiteSpacePointer;
}

class SiteSectionGroupPointer {
  @OneOf(['site-section', 'site-section-group']) type!: 'site-section' | 'site-section-group';
  @Id() id!: string;
}

class SiteSectionGroupMovePosition {
  @Nested(() => SiteSectionGroupPointer, { optional: true }) before?: SiteSectionGroupPointer;
  @Nested(() => SiteSectionGroupPointer, { optional: true }) after?: SiteSectionGroupPointer;
}

const atTheEnd = { optional: true, description: 'The new position. Defaults to the end.' };

export class MoveSiteSection {
  @Nested(() => SiteSectionMovePosition, atTheEnd) position?: SiteSectionMovePosition;
}

export class MoveSiteSpace {
  @Nested(() => SiteSpaceMovePosition, atTheEnd) position?: SiteSpaceMovePosition;
}

export class MoveSiteSectionGroup {
  @Nested(() => SiteSectionGroupMovePosition, atTheEnd) position?: SiteSectionGroupMovePosition;
}

const structureItemTypes = ['site-space', 'site-section', 'site-section-group', 'site-external-link'] as const;
export type StructureItemType = (typeof structureItemTypes)[number];

/** Something in the structure of a site. */
export class SiteStructurePointer {
  @OneOf(structureItemTypes) type!: StructureItemType;
  @Id() id!: string;
}

export class SiteStructurePosition {
  @Nested(() => SiteStructurePointer, { optional: true }) before?: SiteStructurePointer;
  @Nested(() => SiteStructurePointer, { optional: true }) after?: SiteStructurePointer;
}

export class SortSiteStructure {
  @Nested(() => SiteStructurePointer) item!: SiteStructurePointer;
  @Nested(() => SiteStructurePosition, {
    description: 'The new position. Without `before` and `after`, the item moves to the end of its list.',
  })
  position!: SiteStructurePosition;
}
