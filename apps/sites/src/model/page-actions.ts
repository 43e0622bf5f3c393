import type { SiteCustomizationSettings } from '@bindery/contracts';

/**
 * The actions of a page that are on, in the order of the look, by their names in the public API, whose renderers look at nothing
 * else. Those that the look does not order come last; the assistant comes first.
 * `external-ai` can be stored as `externalAI`, its former name.
 */
export function pageActionsOf(look: SiteCustomizationSettings): string[] {
  const isOn = actionsOf(look);
  const ordered = presentNames(look.pageActions.items);
  const first = ordered.includes('assistant') ? [] : ['assistant'];
  return [...new Set([...first, ...ordered, ...Object.keys(isOn)])].filter((name) => isOn[name] === true);
}

/**
 * The order that a client has sent, with the actions that are off in the look that it has read, which answers leave out. Each
 * stands behind the one before it in that look.
 */
export function withOffActions(sent: readonly string[], read: SiteCustomizationSettings): string[] {
  const isOn = actionsOf(read);
  const order = presentNames(sent);
  let place = 0;
  for (const name of new Set(presentNames(read.pageActions.items))) {
    const at = order.indexOf(name);
    if (at >= 0) place = at + 1;
    else if (isOn[name] === false) order.splice(place++, 0, name);
  }
  return order;
}

/** Whether each action is on, in the order of a look that orders none. */
const actionsOf = ({ pageActions, ai, git, pdf }: SiteCustomizationSettings): Record<string, boolean> => ({
  assistant: ai.mode === 'assistant',
  markdown: pageActions.markdown,
  mcp: pageActions.mcp,
  'external-ai': pageActions.externalAI,
  git: git.showEditLink,
  pdf: pdf.enabled,
});

const presentNames = (items: readonly string[] = []): string[] =>
  items.map((name) => (name === 'externalAI' ? 'external-ai' : name));
