/** In the order of a customization that names none. */
const names = ['markdown', 'mcp', 'external-ai', 'pdf'] as const;

/** A name of an action by which a customization orders the menu of a page. */
export type ActionName = (typeof names)[number];

/** All actions in the order of the menu: those that the customization names come first. It can name some that no menu of Bindery has. */
export const orderOf = (items: readonly string[] = []): string[] => [...new Set([...items, ...names])];

/** The actions that the menu has, in the order. */
export const inMenu = (order: readonly string[]): ActionName[] =>
  order.flatMap((item) => names.find((name) => name === item) ?? []);

/** The order in which two actions have changed their places. */
export const swapped = (order: readonly string[], one: string, other: string): string[] =>
  order.map((name) => (name === one ? other : name === other ? one : name));
