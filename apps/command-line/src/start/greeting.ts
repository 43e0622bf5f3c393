/** The addresses and credentials for a user who has just started the platform. */
interface Greeting {
  /** The platform's address for readers, and as this machine reaches it. */
  publicUrl: string;
  baseUrl: string;
  token: string;
  /** The first administrator's. */
  email?: string;
  /** Signs the administrator in. */
  link?: string;
  /** The site of the documentation. */
  site?: string;
}

export function greeting({ publicUrl, baseUrl, token, email, link, site }: Greeting): string {
  const entries: [label: string, value: string | undefined][] = [
    ['Home page', `${publicUrl}/`],
    ['Sign in', email ? `${publicUrl}/sign-in as ${email}` : `${publicUrl}/sign-in`],
    ['One-time link', link],
    ['Documentation', site],
    ['API', `${publicUrl}/v1`],
    ['API reference', `${publicUrl}/docs`],
    ['Token', token],
  ];
  return [
    ...entries.flatMap(([label, value]) => (value ? [`  ${label.padEnd(14)} ${value}`] : [])),
    '',
    ...(link
      ? [`  The link signs in once, within ten minutes. Another one: npm run bindery -- sign-in link ${email}`]
      : []),
    '  Try it:',
    `    curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/user`,
    '  Load your documentation (a folder, a zip or a git URL in Git Sync format):',
    `    npm run bindery -- import <folder> --space "Docs"`,
    '',
    '  Logs: npm run bindery -- logs. Ctrl-C stops everything.',
  ].join('\n');
}
