import { Injectable } from '@nestjs/common';
import { conflict, invalid, type AddSectionGroup } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { keyAt, keysAt, lastKey } from './place';
import { maxDepth, type GroupRow, type SectionRow, type Structure } from '../model/structure';
import { StructureRepository, tableOf } from '../model/structure.repository';

const maxGroups = 200;

/** Adds sections to groups and removes them. Runs in the transaction of an edit. */
@Injectable()
export class GroupSections {
  constructor(private readonly structures: StructureRepository) {}

  /** Adds a group at the end of its parent, with sections of the site; returns its id. Throws 404 for missing ones. */
  async add(
    siteId: string,
    structure: Structure,
    { title, icon, sections = [], parent }: AddSectionGroup,
  ): Promise<string> {
    if (structure.rows.groups.length >= maxGroups)
      throw conflict(`A site can have at most ${maxGroups} section groups`);
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
    const members = structure.nodesIn(groupId);
    const keys = keysAt(members, members.length, sections.length);
    await this.structures.moveTo(
      groupId,
      'section',
      sections.map(({ id }, at) => ({ id, orderKey: keys[at]! })),
    );
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
    const siblings = structure.nodesIn(groupId);
    const index = siblings.findIndex((node) => node.id === id);
    const children = structure.nodesIn(id);
    const keys = keysAt(
      siblings.filter((node) => node.id !== id),
      index,
      children.length,
    );
    const moved = children.map((child, at) => ({ id: child.id, type: child.type, orderKey: keys[at]! }));
    for (const type of new Set(moved.map((child) => child.type)))
      await this.structures.moveTo(
        groupId,
        tableOf[type],
        moved.filter((child) => child.type === type),
      );
    await this.structures.delete('section_group', id);
  }
}
