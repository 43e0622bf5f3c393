import { Injectable } from '@nestjs/common';
import {
  composed,
  type SiteExternalLink,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
  type SiteStructure,
  type SiteStructureNode,
  type Space,
} from '@bindery/contracts';
import { sectionPath, siteSpacePath } from '../model/site-addresses';
import type { SiteEntity } from '../model/site.entity';
import { SitePresenter } from '../model/site.presenter';
import type { GroupRow, LinkRow, Node, SectionRow, SiteSpaceRow, Structure } from '../model/structure';

@Injectable()
export class StructurePresenter {
  constructor(private readonly presenter: SitePresenter) {}

  structure(site: SiteEntity, structure: Structure): SiteStructure {
    if (!structure.hasSections) {
      const siteSpaces = structure.siteSpacesIn(null).map((row) => this.siteSpace(site, structure, row));
      return { type: 'siteSpaces', structure: siteSpaces };
    }
    return { type: 'sections', structure: structure.nodesIn(null).map((node) => this.node(site, structure, node)) };
  }

  node(site: SiteEntity, structure: Structure, node: Node): SiteStructureNode {
    if (node.type === 'site-section') return this.section(site, structure, node);
    if (node.type === 'site-section-group') return this.group(site, structure, node);
    return this.link(node);
  }

  siteSpace(site: SiteEntity, structure: Structure, row: SiteSpaceRow): SiteSpace {
    const { id, path, sectionId, spaceId, isDefault, condition } = row;
    const own: Omit<SiteSpace, 'title'> = {
      object: 'site-space',
      id,
      path,
      ...(sectionId && { section: sectionId }),
      space: composed<Space>(spaceId),
      default: isDefault,
      ...(condition && { condition }),
      hasAdvancedCustomizationFeature: true,
      urls: this.urls(site, `site-spaces/${id}`, siteSpacePath(structure, row)),
    };
    // The title is the space's, which the gateway fills in.
    return own as SiteSpace;
  }

  section(site: SiteEntity, structure: Structure, row: SectionRow): SiteSection {
    const { id, title, description, isDefault, path, condition, groupId, icon } = row;
    return {
      object: 'site-section',
      id,
      title,
      ...(description && { description }),
      default: isDefault,
      path,
      ...(condition && { condition }),
      ...(groupId && { sectionGroup: groupId }),
      ...(icon && { icon }),
      siteSpaces: structure.siteSpacesIn(id).map((siteSpace) => this.siteSpace(site, structure, siteSpace)),
      urls: this.urls(site, `sections/${id}`, sectionPath(structure, id)),
    };
  }

  group(site: SiteEntity, structure: Structure, { id, title, groupId, icon }: GroupRow): SiteSectionGroup {
    const children = structure.nodesIn(id).map((node) => this.node(site, structure, node));
    return {
      object: 'site-section-group',
      id,
      title,
      ...(groupId && { sectionGroup: groupId }),
      children,
      sections: children.filter((child) => child.object === 'site-section'),
      ...(icon && { icon }),
      urls: { location: this.location(site, `section-groups/${id}`) },
    };
  }

  link({ id, title, url, groupId, icon }: LinkRow): SiteExternalLink {
    return {
      object: 'site-external-link',
      draft: false,
      id,
      title,
      url,
      ...(groupId && { sectionGroup: groupId }),
      ...(icon && { icon }),
    };
  }

  private urls(site: SiteEntity, location: string, path: string) {
    return {
      location: this.location(site, location),
      ...(site.published && { published: this.presenter.addresses.published(site) + encodeURI(path) }),
    };
  }

  private location(site: SiteEntity, path: string): string {
    return `${this.presenter.addresses.location(site)}/${path}`;
  }
}
