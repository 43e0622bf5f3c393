import type { SiteCustomizationSettings } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { iconOf } from '../document/icons';
import type { Labels } from './labels';

/** The addresses of a page. */
export interface PageAddresses {
  canonical: string;
  markdown?: string;
  /** Where programs read the site by the Model Context Protocol. */
  mcp: string;
}

/** Assistants that take a question in their address. The reader goes there by a link; pages ask them nothing. */
const assistants = [
  { name: 'ChatGPT', icon: 'openai', ask: 'https://chatgpt.com/?q=' },
  { name: 'Claude', icon: 'claude', ask: 'https://claude.ai/new?q=' },
];

/** What a reader may do with a page besides reading it; nothing where the site offers nothing. */
export function pageActions(
  { pageActions: wanted }: Pick<SiteCustomizationSettings, 'pageActions'>,
  { canonical, markdown, mcp }: PageAddresses,
  labels: Labels,
): Html | undefined {
  const question = encodeURIComponent(
    `Read ${markdown ? new URL(markdown, canonical).href : canonical} and answer my questions about it.`,
  );
  const actions = [
    markdown ? action('copy', labels.copyPage, { href: markdown, class: 'copy-page' }) : undefined,
    markdown
      ? action('markdown', labels.viewMarkdown, { href: markdown, rel: 'alternate', type: 'text/markdown' })
      : undefined,
    wanted.mcp ? action('plug', labels.copyMcp, { href: mcp, class: 'copy-address', rel: 'nofollow' }) : undefined,
    ...(wanted.externalAI
      ? assistants.map(({ name, icon, ask }) =>
          action(icon, `${labels.openIn} ${name}`, {
            href: ask + question,
            rel: 'noopener nofollow',
            target: '_blank',
          }),
        )
      : []),
  ].filter((one) => one !== undefined);
  if (actions.length === 0) return undefined;
  return html`<details class="drop actions">
    <summary>${labels.pageActions}</summary>
    <ul>
      ${actions.map((one) => html`<li>${one}</li>`)}
    </ul>
  </details>`;
}

const action = (icon: string, label: string, values: Record<string, string>): Html =>
  html`<a${attributes(values)}>${iconOf(icon)}${label}</a>`;
