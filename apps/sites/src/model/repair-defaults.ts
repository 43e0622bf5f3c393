import type { Structure } from './structure';

interface DefaultChange {
  table: 'section' | 'site_space';
  id: string;
  isDefault: boolean;
}

/**
 * The changes that make exactly one section the default, and one site-space of each section or of the root: a chosen
 * default stays, else the next in order becomes it. Sections with site-spaces come before empty ones.
 */
export function defaultChanges(structure: Structure): DefaultChange[] {
  const sections = structure.sections();
  const filled = sections.filter(({ id }) => structure.siteSpacesIn(id).length > 0);
  const changes = change('section', sections, structure.defaultSection ?? filled[0] ?? sections[0]);
  for (const section of [null, ...sections.map(({ id }) => id)]) {
    const siteSpaces = structure.siteSpacesIn(section);
    changes.push(...change('site_space', siteSpaces, structure.defaultSiteSpaceIn(section) ?? siteSpaces[0]));
  }
  return changes;
}

function change(
  table: DefaultChange['table'],
  rows: readonly { id: string; isDefault: boolean }[],
  chosen: { id: string } | undefined,
): DefaultChange[] {
  return rows
    .filter(({ id, isDefault }) => isDefault !== (id === chosen?.id))
    .map(({ id, isDefault }) => ({ table, id, isDefault: !isDefault }));
}
