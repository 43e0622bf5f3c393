import { contract, del, get, patch, post } from '../core/endpoint';
import { PageOf, PageQuery } from '../core/page';
import { unionOf } from '../core/schema';
import { MoveSiteSection, MoveSiteSectionGroup, MoveSiteSpace, SortSiteStructure } from './positions.dto';
import { ShareKeyQuery } from '../core/share-key';
import {
  AddSection,
  AddSectionGroup,
  AddSectionToGroup,
  AddSiteSpace,
  ListInSiteQuery,
  ListSiteSpacesQuery,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  UpdateSection,
  UpdateSectionGroup,
  UpdateSiteSpace,
} from './structure.dto';

const site = '/orgs/:organizationId/sites/:siteId' as const;
const replaced = { since: '2026-11-20', successor: `${site}/structure/sort` };

export type SiteStructureItem = SiteSpace | SiteSection | SiteSectionGroup | SiteExternalLink;
const SiteStructureItemDto = unionOf<SiteStructureItem>('SiteStructureItem', () => [
  SiteSpace,
  SiteSection,
  SiteSectionGroup,
  SiteExternalLink,
]);

export const siteStructure = contract('sites', 'Sites', {
  getSiteStructure: get(`${site}/structure`, {
    summary: 'Get the structure of a site',
    query: ShareKeyQuery,
    returns: SiteStructure,
    anonymous: true,
  }),
  sortSiteStructure: patch(`${site}/structure/sort`, {
    summary: 'Move a site space, section, group or link within a site',
    body: SortSiteStructure,
    returns: SiteStructureItemDto,
    errors: [409, 412],
  }),
});

export const siteSections = contract('sites', 'Site sections', {
  listSiteSections: get(`${site}/sections`, {
    summary: 'List the sections of a site',
    query: ListInSiteQuery,
    returns: PageOf(SiteSection),
    anonymous: true,
  }),
  addSectionToSite: post(`${site}/sections`, {
    summary: 'Add a section with a space to a site',
    body: AddSection,
    returns: SiteSection,
    status: 201,
  }),
  deleteSiteSectionById: del(`${site}/sections/:siteSectionId`, {
    summary: 'Remove a section and its site spaces from a site',
    errors: [412],
  }),
  updateSiteSectionById: patch(`${site}/sections/:siteSectionId`, {
    summary: 'Update a section',
    body: UpdateSection,
    returns: SiteSection,
    errors: [409, 412],
  }),
  moveSiteSection: post(`${site}/sections/:siteSectionId/move`, {
    summary: 'Move a section',
    body: MoveSiteSection,
    returns: SiteSection,
    errors: [412],
    deprecated: replaced,
  }),
});

export const siteSpaces = contract('sites', 'Site spaces', {
  listSiteSpaces: get(`${site}/site-spaces`, {
    summary: 'List the site spaces of a site',
    query: ListSiteSpacesQuery,
    returns: PageOf(SiteSpace),
    anonymous: true,
  }),
  addSpaceToSite: post(`${site}/site-spaces`, {
    summary: 'Add a space to a site',
    body: AddSiteSpace,
    returns: SiteSpace,
    status: 201,
  }),
  deleteSiteSpaceById: del(`${site}/site-spaces/:siteSpaceId`, {
    summary: 'Remove a space from a site',
    description: 'The space is kept.',
    errors: [412],
  }),
  updateSiteSpaceById: patch(`${site}/site-spaces/:siteSpaceId`, {
    summary: 'Update a site space',
    body: UpdateSiteSpace,
    returns: SiteSpace,
    errors: [409, 412],
  }),
  duplicateSiteSpace: post(`${site}/site-spaces/:siteSpaceId/duplicate`, {
    summary: 'Duplicate the space of a site space, and add the copy to the site after the original',
    returns: SiteSpace,
    status: 201,
    errors: [409],
  }),
  moveSiteSpace: post(`${site}/site-spaces/:siteSpaceId/move`, {
    summary: 'Move a site space',
    body: MoveSiteSpace,
    returns: SiteSpace,
    errors: [409, 412],
    deprecated: replaced,
  }),
});

const group = `${site}/section-groups/:siteSectionGroupId` as const;

export const siteSectionGroups = contract('sites', 'Site section groups', {
  listSiteSectionGroups: get(`${site}/section-groups`, {
    summary: 'List the section groups of a site, including nested ones',
    query: PageQuery,
    returns: PageOf(SiteSectionGroup),
  }),
  addSectionGroupToSite: post(`${site}/section-groups`, {
    summary: 'Add a section group to a site',
    body: AddSectionGroup,
    returns: SiteSectionGroup,
    locates: true,
  }),
  deleteSiteSectionGroupById: del(group, {
    summary: 'Remove a section group',
    description: 'The contents of the group take its place.',
    errors: [412],
  }),
  updateSiteSectionGroupById: patch(group, {
    summary: 'Update a section group',
    body: UpdateSectionGroup,
    returns: SiteSectionGroup,
    errors: [412],
  }),
  addSectionToGroup: post(`${group}/sections`, {
    summary: 'Add a section to a section group',
    body: AddSectionToGroup,
    returns: SiteSectionGroup,
    locates: true,
  }),
  removeSectionFromGroup: del(`${group}/sections/:siteSectionId`, {
    summary: 'Remove a section from a section group',
    errors: [412],
  }),
  moveSiteSectionGroup: post(`${group}/move`, {
    summary: 'Move a section group',
    body: MoveSiteSectionGroup,
    returns: SiteSectionGroup,
    errors: [409, 412],
    deprecated: replaced,
  }),
});
