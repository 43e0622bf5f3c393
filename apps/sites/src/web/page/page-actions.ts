import type { SiteCustomizationSettings } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { iconOf } from '../document/icons';
import type { Labels } from './labels';

/** The addresses of a page. */
interface PageAddresses {
  /** As Markdown, for the reader. */
  markdown?: string;
  /** The public address of the page; absent for a page that is not public. */
  everywhere?: string;
  /** The address of the site's Model Context Protocol server. */
  mcp: string;
}

/**
 * Assistants that take a question in their address. They are links for the reader; pages send them no requests. The links
 * contain no credentials of the reader, so they are only shown on public pages.
 */
const assistants = [
  { name: 'ChatGPT', icon: 'openai', ask: 'https://chatgpt.com/?q=' },
  { name: 'Claude', icon: 'claude', ask: 'https://claude.ai/new?q=' },
];

type ActionWriter = (addresses: PageAddresses, labels: Labels) => Html[];

/** By the names in a look. Pages have the assistant and the link to the file of a page elsewhere. */
const writers: Record<string, ActionWriter> = {
  markdown: ({ markdown }, labels) =>
    markdown
      ? [
          action('copy', labels.copyPage, { href: markdown, class: 'copy-page' }),
          action('markdown', labels.viewMarkdown, { href: markdown, rel: 'alternate', type: 'text/markdown' }),
        ]
      : [],
  mcp: ({ mcp }, labels) => [action('plug', labels.copyMcp, { href: mcp, class: 'copy-address', rel: 'nofollow' })],
  'external-ai': ({ everywhere }, labels) => (everywhere ? assistantsFor(everywhere, labels) : []),
  pdf: (_, { pdf }) => [
    html`<button type="button" class="print-page">${iconOf('file-pdf')}<span>${pdf}</span></button>`,
  ],
};

/** The actions of a page for its reader; undefined where the site offers none. */
export function pageActions(
  { pageActions: { items = [] } }: SiteCustomizationSettings,
  addresses: PageAddresses,
  labels: Labels,
): Html | undefined {
  const actions = items.flatMap((name) => writers[name]?.(addresses, labels) ?? []);
  if (actions.length === 0) return undefined;
  return html`<details class="drop actions">
    <summary>${labels.pageActions}</summary>
    <ul>
      ${actions.map((one) => html`<li>${one}</li>`)}
    </ul>
  </details>`;
}

function assistantsFor(page: string, { openIn }: Labels): Html[] {
  const question = encodeURIComponent(`Read ${page} and answer my questions about it.`);
  return assistants.map(({ name, icon, ask }) =>
    action(icon, `${openIn} ${name}`, { href: ask + question, rel: 'noopener nofollow', target: '_blank' }),
  );
}

const action = (icon: string, label: string, values: Record<string, string>): Html =>
  html`<a${attributes(values)}>${iconOf(icon)}<span>${label}</span></a>`;
