import type { SiteCustomizationSettings } from '@bindery/contracts';

/**
 * The actions of a page that are on, in the order of the look, by their names in the public API, whose renderers look at nothing
 * else. Those that the look does not order come last; the assistant comes first.
 * `external-ai` can be stored as `externalAI`, its former name.
 */
export function pageActionsOf({ pageActions, ai, git, pdf }: SiteCustomizationSettings): string[] {
  const { markdown, mcp, externalAI, items = [] } = pageActions;
  const isOn: Record<string, boolean> = {
    ...{ assistant: ai.mode === 'assistant', markdown, mcp, 'external-ai': externalAI },
    ...{ git: git.showEditLink, pdf: pdf.enabled },
  };
  const ordered = items.map((name) => (name === 'externalAI' ? 'external-ai' : name));
  const first = ordered.includes('assistant') ? [] : ['assistant'];
  return [...new Set([...first, ...ordered, ...Object.keys(isOn)])].filter((name) => isOn[name] === true);
}
