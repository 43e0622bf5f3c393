import { Injectable } from '@nestjs/common';
import { conflict, type FoundSpace } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import type { SiteEntity } from '../model/site.entity';
import { keysAt, placeSiteSpaces } from './place';
import { freePath } from './slug';
import type { SectionRow, Structure } from '../model/structure';
import { StructureRepository } from '../model/structure.repository';

/** The maxima of elements in a site: its structure is loaded at once. */
const maxSiteSpaces = 1_000;
const maxSections = 1_000;

type AddedSpace = Pick<FoundSpace, 'id' | 'title'>;
type NewSection = Pick<SectionRow, 'title' | 'icon'>;

/** Adds to the structure of a site, with one statement for any number. Runs in the transaction of an edit. */
@Injectable()
export class AddToStructure {
  constructor(private readonly structures: StructureRepository) {}

  /**
   * Adds spaces at the end of a section, null for the root, in their order; returns the ids of the site-spaces. Throws 409
   * when the site is full.
   */
  siteSpaces(
    siteId: string,
    structure: Structure,
    spaces: readonly AddedSpace[],
    sectionId: string | null,
  ): Promise<string[]> {
    return this.insertSiteSpaces(siteId, structure, spaces, sectionId, structure.allSiteSpacesIn(sectionId).length);
  }

  /** Adds a space after a site-space; returns the id of the new one. */
  async beside(structure: Structure, siteSpaceId: string, space: AddedSpace): Promise<string> {
    const { siteId, sectionId } = structure.siteSpace(siteSpaceId);
    const index = structure.allSiteSpacesIn(sectionId).findIndex(({ id }) => id === siteSpaceId);
    const [id] = await this.insertSiteSpaces(siteId, structure, [space], sectionId, index + 1);
    return id!;
  }

  /**
   * Adds a section with a space at the end of the top; returns its id. The site-spaces at the root of a site without sections
   * become its first section.
   */
  async section(site: SiteEntity, structure: Structure, space: AddedSpace, section: NewSection): Promise<string> {
    const wrapsRoot = !structure.hasSections && structure.siteSpacesIn(null).length > 0;
    const added = wrapsRoot ? [{ title: site.title, icon: null }, section] : [section];
    const ids = await this.insertSections(site.id, structure, added);
    if (wrapsRoot) await this.structures.moveRoot(site.id, ids[0]!);
    const id = ids.at(-1)!;
    await this.siteSpaces(site.id, structure, [space], id);
    return id;
  }

  /** Makes a section, or a site-space of its section, the default in place of the one before. */
  async makeDefault(
    structure: Structure,
    table: 'section' | 'site_space',
    row: { id: string; sectionId?: string | null },
  ): Promise<void> {
    const before = table === 'section' ? structure.defaultSection : structure.defaultSiteSpaceIn(row.sectionId ?? null);
    if (before) await this.structures.update(table, before.id, { isDefault: false });
    await this.structures.update(table, row.id, { isDefault: true });
  }

  private async insertSiteSpaces(
    siteId: string,
    structure: Structure,
    spaces: readonly AddedSpace[],
    sectionId: string | null,
    index: number,
  ): Promise<string[]> {
    if (structure.rows.siteSpaces.length + spaces.length > maxSiteSpaces)
      throw conflict(`A site can have at most ${maxSiteSpaces} site spaces`);
    const { keys, reordered } = placeSiteSpaces(structure.allSiteSpacesIn(sectionId), index, spaces.length);
    const paths = freePaths(spaces, structure.takenPaths({ section: sectionId }));
    const rows = spaces.map(({ id: spaceId }, at) => ({
      ...{ id: newId(), siteId, spaceId, sectionId },
      ...{ orderKey: keys[at]!, path: paths[at]! },
    }));
    await this.structures.reorder(reordered);
    await this.structures.insert('site_space', ...rows);
    return rows.map(({ id }) => id);
  }

  private async insertSections(siteId: string, structure: Structure, sections: NewSection[]): Promise<string[]> {
    if (structure.rows.sections.length + sections.length > maxSections)
      throw conflict(`A site can have at most ${maxSections} sections`);
    const top = structure.nodesIn(null);
    const keys = keysAt(top, top.length, sections.length);
    const paths = freePaths(sections, structure.takenPaths('sections'));
    const rows = sections.map(({ title, icon }, at) => ({
      ...{ id: newId(), siteId, title, icon },
      ...{ orderKey: keys[at]!, path: paths[at]! },
    }));
    await this.structures.insert('section', ...rows);
    return rows.map(({ id }) => id);
  }
}

/** A path for each title, which no other one and none of `taken` has. */
function freePaths(titled: readonly { title: string }[], taken: ReadonlySet<string>): string[] {
  const used = new Set(taken);
  return titled.map(({ title }) => {
    const path = freePath(title, used);
    used.add(path);
    return path;
  });
}
