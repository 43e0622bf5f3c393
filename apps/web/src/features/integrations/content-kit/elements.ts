/** An element of ContentKit, as a script of an integration describes what it shows. */
export interface Element {
  type: string;
  children?: (Element | string)[];
  [property: string]: unknown;
}

/** Something that an element asks for: a name of the script's own, or one that begins with `@ui.`. */
export interface Action {
  action: string;
  [property: string]: unknown;
}

export type State = Record<string, unknown>;

/** Puts the values of the state where a value refers to it by `{ $state: name }`. */
export function resolveState(value: unknown, state: State): unknown {
  if (Array.isArray(value)) return value.map((one) => resolveState(one, state));
  if (typeof value !== 'object' || value === null) return value;
  if ('$state' in value && typeof value.$state === 'string') return state[value.$state];
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolveState(one, state)]));
}

/** The state with which the inputs of an element begin. */
export function initialState(element: Element, state: State = {}): State {
  const own =
    typeof element.state === 'string' && 'initialValue' in element && !(element.state in state)
      ? { [element.state]: element.initialValue }
      : {};
  const inside = [...(element.children ?? []), element.element].filter(isElement);
  return inside.reduce((found, child) => initialState(child, found), { ...state, ...own });
}

/** The state that a script answered, in which the values stay that the user has changed since the script was asked with `sent`. */
export function withLaterValues(answered: State, sent: State, current: State): State {
  const later = Object.entries(current).filter(([name, value]) => value !== sent[name]);
  return { ...answered, ...Object.fromEntries(later) };
}

export const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
