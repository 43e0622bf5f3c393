/** The names in a path, such as `spaceId`. */
export const pathNamesOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
