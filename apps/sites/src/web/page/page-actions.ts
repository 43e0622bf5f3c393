import type { SiteCustomizationSettings } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { iconOf } from '../document/icons';
import type { Labels } from './labels';

/** The addresses of a page. */
interface PageAddresses {
  /** As Markdown, for the reader. */
  markdown?: string;
  /** Where anybody can read it; absent for a page that is not for everybody. */
  everywhere?: string;
  /** Where programs read the site by the Model Context Protocol. */
  mcp: string;
}

/**
 * Assistants that take a question in their address. The reader goes there by a link; pages ask them nothing. They come without
 * what the reader is let in by, which is nobody else's: they are offered where anybody may read.
 */
const assistants = [
  { name: 'ChatGPT', icon: 'openai', ask: 'https://chatgpt.com/?q=' },
  { name: 'Claude', icon: 'claude', ask: 'https://claude.ai/new?q=' },
];

type Look = Pick<SiteCustomizationSettings, 'pageActions' | 'pdf'>;
type ActionWriter = (addresses: PageAddresses, labels: Labels) => Html[];

/** By the names that a look has for them, in the order in which they stand where it names none. */
const writers: Record<string, ActionWriter> = {
  markdown: ({ markdown }, labels) =>
    markdown
      ? [
          action('copy', labels.copyPage, { href: markdown, class: 'copy-page' }),
          action('markdown', labels.viewMarkdown, { href: markdown, rel: 'alternate', type: 'text/markdown' }),
        ]
      : [],
  mcp: ({ mcp }, labels) => [action('plug', labels.copyMcp, { href: mcp, class: 'copy-address', rel: 'nofollow' })],
  externalAI: ({ everywhere }, labels) => (everywhere ? assistantsFor(everywhere, labels) : []),
  pdf: (_, { pdf }) => [
    html`<button type="button" class="print-page">${iconOf('file-pdf')}<span>${pdf}</span></button>`,
  ],
};

/** What a reader may do with a page besides reading it; nothing where the site offers nothing. */
export function pageActions(look: Look, addresses: PageAddresses, labels: Labels): Html | undefined {
  const offered = offeredBy(look);
  const first = (look.pageActions.items ?? []).filter((name) => offered.includes(name));
  const actions = [...new Set([...first, ...offered])].flatMap((name) => writers[name]!(addresses, labels));
  if (actions.length === 0) return undefined;
  return html`<details class="drop actions">
    <summary>${labels.pageActions}</summary>
    <ul>
      ${actions.map((one) => html`<li>${one}</li>`)}
    </ul>
  </details>`;
}

function offeredBy({ pageActions: { markdown, mcp, externalAI }, pdf }: Look): string[] {
  const isOn: Record<string, boolean> = { markdown, mcp, externalAI, pdf: pdf.enabled };
  return Object.keys(writers).filter((name) => isOn[name]);
}

function assistantsFor(page: string, { openIn }: Labels): Html[] {
  const question = encodeURIComponent(`Read ${page} and answer my questions about it.`);
  return assistants.map(({ name, icon, ask }) =>
    action(icon, `${openIn} ${name}`, { href: ask + question, rel: 'noopener nofollow', target: '_blank' }),
  );
}

const action = (icon: string, label: string, values: Record<string, string>): Html =>
  html`<a${attributes(values)}>${iconOf(icon)}<span>${label}</span></a>`;
