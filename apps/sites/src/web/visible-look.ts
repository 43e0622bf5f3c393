import type { PageOfSpace, SiteCustomizationSettings } from '@bindery/contracts';
import { meetsCondition } from '@bindery/expressions';
import { claimsIn } from '../audience/site-reader';
import type { Claims } from '../audience/claims';
import type { SiteEntity } from '../model/site.entity';
import { refIn } from './document/references';

/** The look of a site as a visitor sees it: without links whose conditions are false for the visitor. */
export function visibleLook(
  look: SiteCustomizationSettings,
  site: SiteEntity,
  claims: Claims,
): SiteCustomizationSettings {
  const links = look.header.links.filter(({ condition }) => meetsCondition(condition, claimsIn(site, claims)));
  return { ...look, header: { ...look.header, links } };
}

/** The pages that links of the look point to. */
export function linkedByLook({ header, footer, announcement }: SiteCustomizationSettings): PageOfSpace[] {
  const targets = [
    ...header.links.flatMap(({ to, links }) => [to, ...links.map((link) => link.to)]),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    announcement?.link?.to,
  ];
  return targets.flatMap((to) => {
    const ref = refIn(to);
    if ((ref?.kind !== 'page' && ref?.kind !== 'anchor') || !ref.space || !ref.page) return [];
    return [{ space: ref.space, page: ref.page }];
  });
}
