import { Injectable } from '@nestjs/common';
import { conflict, type FoundSpace } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import type { SiteEntity } from '../model/site.entity';
import { lastKey, placeOfSiteSpace } from './place';
import { freePath } from './slug';
import type { Structure } from '../model/structure';
import { StructureRepository } from '../model/structure.repository';

/** The maximum of each kind of element in a site: its structure is loaded at once. */
const most = 1_000;

interface NewSection {
  title: string;
  icon: string | null;
}

/** Adds to the structure of a site. Runs in the transaction of an edit. */
@Injectable()
export class AddToStructure {
  constructor(private readonly structures: StructureRepository) {}

  /** Adds a space at the end of a section, null for the root; returns the site-space's id. Throws 409 when the site is full. */
  async siteSpace(
    siteId: string,
    { id: spaceId, title }: Pick<FoundSpace, 'id' | 'title'>,
    sectionId: string | null,
  ): Promise<string> {
    const structure = await this.structures.load(siteId);
    if (structure.rows.siteSpaces.length >= most) throw conflict(`A site can have at most ${most} site spaces`);
    const id = newId();
    await this.structures.insert('site_space', {
      id,
      siteId,
      spaceId,
      sectionId,
      orderKey: lastKey(structure.siteSpacesIn(sectionId)),
      path: freePath(title, structure.takenPaths({ section: sectionId })),
    });
    return id;
  }

  /** Adds a space after a site-space. */
  async beside(structure: Structure, siteSpaceId: string, space: Pick<FoundSpace, 'id' | 'title'>): Promise<string> {
    const { siteId, sectionId } = structure.siteSpace(siteSpaceId);
    const id = await this.siteSpace(siteId, space, sectionId);
    const after = { type: 'site-space' as const, id: siteSpaceId };
    await this.structures.update('site_space', id, placeOfSiteSpace(await this.structures.load(siteId), id, { after }));
    return id;
  }

  /** Adds a section at the end of the top. The site-spaces at the root of a site without sections become its first section. */
  async section(site: SiteEntity, space: FoundSpace, { title, icon }: NewSection): Promise<string> {
    const structure = await this.structures.load(site.id);
    if (!structure.hasSections && structure.siteSpacesIn(null).length > 0) await this.wrapRoot(site, structure);
    const id = await this.emptySection(site.id, { title, icon });
    await this.siteSpace(site.id, space, id);
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

  private async wrapRoot({ id: siteId, title }: SiteEntity, structure: Structure): Promise<void> {
    const sectionId = await this.emptySection(siteId, { title, icon: null });
    // Hidden site-spaces move too: their spaces may be restored.
    for (const { id, sectionId: within } of structure.rows.siteSpaces)
      if (within === null) await this.structures.update('site_space', id, { sectionId });
  }

  private async emptySection(siteId: string, { title, icon }: NewSection): Promise<string> {
    const structure = await this.structures.load(siteId);
    if (structure.rows.sections.length >= most) throw conflict(`A site can have at most ${most} sections`);
    const id = newId();
    const orderKey = lastKey(structure.nodesIn(null));
    const path = freePath(title, structure.takenPaths('sections'));
    await this.structures.insert('section', { id, siteId, title, icon, orderKey, path });
    return id;
  }
}
