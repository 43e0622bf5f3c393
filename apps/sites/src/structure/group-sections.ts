import { Injectable } from '@nestjs/common';
import { conflict, invalid, type AddSectionGroup } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { generateNKeysBetween } from 'fractional-indexing';
import { keyAt, lastKey } from './place';
import { maxDepth, type GroupRow, type Node, type SectionRow, type Structure } from '../model/structure';
import { StructureRepository } from '../model/structure.repository';

const most = 200;
const tables = {
  'site-section': 'section',
  'site-section-group': 'section_group',
  'site-external-link': 'external_link',
} as const;

/** Adds sections to groups and removes them. Runs in the transaction of an edit. */
@Injectable()
export class GroupSections {
  constructor(private readonly structures: StructureRepository) {}

  /** Adds a group at the end of its parent, with sections of the site; returns its id. Throws 404 for missing ones. */
  async add(siteId: string, { title, icon, sections = [], parent }: AddSectionGroup): Promise<string> {
    const structure = await this.structures.load(siteId);
    if (structure.rows.groups.length >= most) throw conflict(`A site can have at most ${most} section groups`);
    const groupId = parent ? structure.group(parent).id : null;
    if (structure.above(groupId).length >= maxDepth)
      throw invalid('body.parent', `parent would nest groups more than ${maxDepth} deep`);
    const members = [...new Set(sections)].map((id) => structure.section(id));
    const id = newId();
    const orderKey = lastKey(structure.nodesIn(groupId));
    await this.structures.insert('section_group', { id, siteId, groupId, title, icon: icon || null, orderKey });
    await this.append(structure, id, members);
    return id;
  }

  /** Moves sections to the end of a group. */
  async append(structure: Structure, groupId: string, sections: readonly SectionRow[]): Promise<void> {
    const last = structure.nodesIn(groupId).at(-1)?.orderKey ?? null;
    const keys = generateNKeysBetween(last, null, sections.length);
    for (const [index, { id }] of sections.entries())
      await this.structures.update('section', id, { groupId, orderKey: keys[index]! });
  }

  /** Moves a section out of its group, after the group. */
  async takeOut(structure: Structure, { id, groupId }: SectionRow): Promise<void> {
    const group = structure.group(groupId!);
    const beside = structure.nodesIn(group.groupId);
    const orderKey = keyAt(beside, beside.findIndex((node) => node.id === group.id) + 1);
    await this.structures.update('section', id, { groupId: group.groupId, orderKey });
  }

  /** Removes a group; its elements move to its position, in order. */
  async dissolve(structure: Structure, { id, groupId }: GroupRow): Promise<void> {
    const beside: readonly Node[] = structure.nodesIn(groupId);
    const index = beside.findIndex((node) => node.id === id);
    const children = structure.nodesIn(id);
    const keys = generateNKeysBetween(
      beside[index - 1]?.orderKey ?? null,
      beside[index + 1]?.orderKey ?? null,
      children.length,
    );
    for (const [at, child] of children.entries())
      await this.structures.update(tables[child.type], child.id, { groupId, orderKey: keys[at]! });
    await this.structures.delete('section_group', id);
  }
}
