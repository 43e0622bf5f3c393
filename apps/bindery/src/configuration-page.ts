import { aiJobsSettings } from '@bindery/ai-jobs';
import { changeRequestsSettings } from '@bindery/change-requests';
import { processSettings, serviceSettings, type Setting } from '@bindery/config';
import { contentSettings } from '@bindery/content';
import { gatewaySettings } from '@bindery/gateway';
import { identitySettings } from '@bindery/identity';
import { integrationsSettings, runtimeProcessSettings } from '@bindery/integrations';
import { sitesSettings } from '@bindery/sites';

type Settings = Record<string, Setting<unknown>>;

/** The settings of each process, under the headings of the page. */
export const settingGroups: readonly (readonly [heading: string, settings: Settings])[] = [
  ['Every process', processSettings],
  ['Every service with data', serviceSettings],
  ['gateway', gatewaySettings],
  ['identity', identitySettings],
  ['content', contentSettings],
  ['change-requests', changeRequestsSettings],
  ['sites', sitesSettings],
  ['integrations', integrationsSettings],
  ['runtime', runtimeProcessSettings],
  ['ai-jobs', aiJobsSettings],
];

const introduction = `---
description: Every setting, as an environment variable.
icon: sliders
---

# Configuration

All settings are environment variables. \`npm start\` needs none of them. It sets the required ones itself:

| Setting | Value that \`npm start\` gives it |
| --- | --- |
| \`DATABASE_URL\` | the URL of a Postgres server of its own; set it to the URL of an administrator to use another server, which no other installation uses |
| \`NATS_URL\` | the URL of a NATS server of its own |
| \`PUBLIC_URL\` | \`http://127.0.0.1:<port>\` |
| \`STORAGE_URL\` | the folder \`.bindery/files\` |
| \`MAIL_URL\` | the folder \`.bindery/mail\`; mails are also shown on the terminal |
| keys | random keys, kept in \`.bindery/secrets.json\` |

A process that starts with a wrong or missing setting ends. The first line names the setting and says what to set. So does a \`DATABASE_URL\` that refuses connections. A service waits for a NATS server that is not there yet, and its log says so; \`npm start\` with such a \`NATS_URL\` ends.

[Compose](self-hosting/compose.md#settings) takes all settings from \`docker/.env\`. With \`npm start\`, and where all services run in one process, a setting that begins with the name of a service is that of this service alone: \`CONTENT_DATABASE_POOL\` is the \`DATABASE_POOL\` of content.
`;

/** The page of all settings. A setting of several processes stands under the first of them, unless it means something else there. */
export function configurationPage(): string {
  const shown = new Set<string>();
  const sections = settingGroups.map(([heading, settings]) => {
    const rows = Object.entries(settings).map(([name, setting]) => rowOf(name, setting));
    const more = rows.filter((row) => !shown.has(row));
    for (const row of more) shown.add(row);
    return more.length > 0
      ? `\n## ${heading}\n\n| Setting | Meaning | Default |\n| --- | --- | --- |\n${more.join('\n')}\n`
      : '';
  });
  return introduction + sections.join('');
}

function rowOf(name: string, { about, values, fallback, defaultText }: Setting<unknown>): string {
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
  const choices = values ? ` One of ${values.map(code).join(', ')}.` : '';
  const cells = [code(name), withCode(sentence) + choices, defaultText ?? defaultOf(fallback)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultOf(fallback: unknown): string {
  if (fallback === undefined) return '**required**';
  if (Array.isArray(fallback) && fallback.length > 0) return fallback.map(code).join(', ');
  const isScalar = typeof fallback === 'number' || typeof fallback === 'boolean' || typeof fallback === 'string';
  return isScalar && fallback !== '' ? code(fallback) : 'none';
}

/** Addresses, placeholders in angle brackets and names of settings are code: else Markdown would read them as links and tags. */
const withCode = (sentence: string): string =>
  sentence.replace(/(?:[^\s`<]*<[^>]*>)+[^\s,;.]*|[^\s`]*:\/\/\S*?(?=[,;.]?(?:\s|$))|\b[A-Z]+(?:_[A-Z]+)+\b/g, code);

const code = (text: unknown): string => `\`${String(text)}\``;
