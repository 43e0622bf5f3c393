import { capitalized } from '../../ui/capitalized';

const names: Record<string, string> = {
  slug: 'Slug',
  parent: 'Below',
  linkTitle: 'Title in the navigation',
  noIndex: 'Out of search',
  noRobotsIndex: 'Out of search engines',
  target: 'Leads to',
  computed: 'Computed from',
  downloadURL: 'Content',
};

/** An attribute of a page or a file as users know it. */
export const nameOfAttribute = (attribute: string): string => names[attribute] ?? capitalized(attribute);

/** The value of an attribute in words; undefined where there is none. */
export function told(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
