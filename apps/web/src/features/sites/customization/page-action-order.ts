/** In the order of a customization that names none. */
const names = ['markdown', 'mcp', 'externalAI', 'pdf'] as const;

/** A name of an action by which a customization orders the menu of a page. */
export type ActionName = (typeof names)[number];

/** All actions in the order of the menu: those that the customization names come first. */
export function orderOf(items: readonly string[] = []): ActionName[] {
  const first = items.flatMap((item) => names.find((name) => name === item) ?? []);
  return [...new Set([...first, ...names])];
}
