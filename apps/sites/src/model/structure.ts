import { notFound, type StructureItemType } from '@bindery/contracts';
import type { ExternalLinkEntity, SectionEntity, SectionGroupEntity, SiteSpaceEntity } from './structure.entities';

export type Row<T> = Omit<T, 'createdAt'>;
export type SectionRow = Row<SectionEntity>;
export type GroupRow = Row<SectionGroupEntity>;
export type LinkRow = Row<ExternalLinkEntity>;
export type SiteSpaceRow = Omit<Row<SiteSpaceEntity>, 'contentVersion'>;

/** The rows of a site's structure. */
export interface StructureRows {
  groups: GroupRow[];
  sections: SectionRow[];
  links: LinkRow[];
  siteSpaces: SiteSpaceRow[];
}

/** An element of a group or at the top of a site. */
export type Node =
  | ({ type: 'site-section' } & SectionRow)
  | ({ type: 'site-section-group' } & GroupRow)
  | ({ type: 'site-external-link' } & LinkRow);

/** The maximum depth of nested groups. */
export const maxDepth = 4;

const byOrder = (a: { orderKey: string; id: string }, b: { orderKey: string; id: string }): number =>
  a.orderKey === b.orderKey ? (a.id < b.id ? -1 : 1) : a.orderKey < b.orderKey ? -1 : 1;

/** The structure of a site as it was loaded: its elements with their parents, in order. */
export class Structure {
  /** That of a new site. */
  static readonly empty = new Structure({ groups: [], sections: [], links: [], siteSpaces: [] });

  private readonly ordered: SiteSpaceRow[];
  private readonly shown: SiteSpaceRow[];
  private readonly nodes = new Map<string | null, Node[]>();

  constructor(readonly rows: StructureRows) {
    this.ordered = [...rows.siteSpaces].sort(byOrder);
    this.shown = this.ordered.filter(({ hidden }) => !hidden);
    for (const section of rows.sections) this.addNode({ type: 'site-section', ...section });
    for (const group of rows.groups) this.addNode({ type: 'site-section-group', ...group });
    for (const link of rows.links) this.addNode({ type: 'site-external-link', ...link });
    for (const siblings of this.nodes.values()) siblings.sort(byOrder);
  }

  private addNode(node: Node): void {
    const siblings = this.nodes.get(node.groupId) ?? [];
    siblings.push(node);
    this.nodes.set(node.groupId, siblings);
  }

  get hasSections(): boolean {
    return this.rows.sections.length > 0;
  }

  /** The elements of a group, null for the top, in order. */
  nodesIn(group: string | null): readonly Node[] {
    return this.nodes.get(group) ?? [];
  }

  /** The site-spaces of a section, null for the root, in their order. */
  siteSpacesIn(section: string | null): SiteSpaceRow[] {
    return this.shown.filter(({ sectionId }) => sectionId === section);
  }

  /** The site-spaces of a section, null for the root, in their order; with the hidden ones, which keep their places. */
  allSiteSpacesIn(section: string | null): SiteSpaceRow[] {
    return this.ordered.filter(({ sectionId }) => sectionId === section);
  }

  /** All sections in reading order. */
  sections(group: string | null = null): SectionRow[] {
    return this.nodesIn(group).flatMap((node): SectionRow[] => {
      if (node.type === 'site-section') return [node];
      return node.type === 'site-section-group' ? this.sections(node.id) : [];
    });
  }

  /** All groups, parents before children. */
  groups(group: string | null = null): GroupRow[] {
    return this.nodesIn(group).flatMap((node) =>
      node.type === 'site-section-group' ? [node, ...this.groups(node.id)] : [],
    );
  }

  /** All site-spaces in reading order. */
  siteSpaces(): SiteSpaceRow[] {
    return [null, ...this.sections().map(({ id }) => id)].flatMap((section) => this.siteSpacesIn(section));
  }

  get defaultSection(): SectionRow | undefined {
    return this.rows.sections.find(({ isDefault }) => isDefault);
  }

  defaultSiteSpaceIn(section: string | null): SiteSpaceRow | undefined {
    return this.siteSpacesIn(section).find(({ isDefault }) => isDefault);
  }

  /** Throws 404. */
  section(id: string): SectionRow {
    return found(this.rows.sections, id, 'Site section');
  }

  /** Throws 404. */
  group(id: string): GroupRow {
    return found(this.rows.groups, id, 'Site section group');
  }

  /** Throws 404. */
  link(id: string): LinkRow {
    return found(this.rows.links, id, 'External link');
  }

  /** Throws 404. */
  siteSpace(id: string): SiteSpaceRow {
    return found(this.shown, id, 'Site space');
  }

  node(type: StructureItemType, id: string): Node | undefined {
    return [...this.nodes.values()].flat().find((node) => node.type === type && node.id === id);
  }

  /** The used paths among the siblings of a section, or among site-spaces of a section or the root. */
  takenPaths(level: 'sections' | { section: string | null }, except?: string): Set<string> {
    const rows =
      level === 'sections'
        ? this.rows.sections
        : this.rows.siteSpaces.filter(({ sectionId }) => sectionId === level.section);
    return new Set(rows.filter(({ id }) => id !== except).map(({ path }) => path));
  }

  /** The parents of a group, nearest first. */
  above(group: string | null): GroupRow[] {
    const parent = group && this.rows.groups.find(({ id }) => id === group);
    return parent ? [parent, ...this.above(parent.groupId)] : [];
  }

  /** The depth of the groups nested in a group, including itself. */
  depthOf(group: string): number {
    const inner = this.nodesIn(group).filter(({ type }) => type === 'site-section-group');
    return 1 + Math.max(0, ...inner.map(({ id }) => this.depthOf(id)));
  }

  /** A sortable text for a position: the order keys from the top to it. '/' sorts before any of their characters. */
  sortKeyOf({ groupId, orderKey }: { groupId: string | null; orderKey: string }): string {
    return [...this.above(groupId).map((group) => group.orderKey)].reverse().concat(orderKey).join('/');
  }

  /** The same structure with only the parts that pass. */
  filter(passes: (part: { condition: string | null }) => boolean): Structure {
    const sections = this.rows.sections.filter(passes);
    const kept = new Set(sections.map(({ id }) => id));
    const siteSpaces = this.shown.filter(
      (siteSpace) => (siteSpace.sectionId === null || kept.has(siteSpace.sectionId)) && passes(siteSpace),
    );
    const inUse = new Set(siteSpaces.map(({ sectionId }) => sectionId));
    return new Structure({
      groups: this.rows.groups,
      links: this.rows.links,
      siteSpaces,
      sections: sections.filter(({ id }) => inUse.has(id)),
    }).withoutEmptyGroups();
  }

  private withoutEmptyGroups(): Structure {
    const groups = this.rows.groups.filter(({ id }) => this.nodesIn(id).length > 0);
    if (groups.length === this.rows.groups.length) return this;
    return new Structure({ ...this.rows, groups }).withoutEmptyGroups();
  }
}

function found<T extends { id: string }>(rows: readonly T[], id: string, what: string): T {
  const row = rows.find((one) => one.id === id);
  if (!row) throw notFound(what);
  return row;
}
