/** Commands that no test runs as they stand there, and why. */
export const notRun: [command: RegExp, reason: string][] = [
  [/^docker |^for app in .*docker build/, 'needs Docker'],
  [/^kubectl |\| kubectl /, 'needs a cluster'],
  [/^npm test$|^npm run test:/, 'runs the tests, this one among them'],
  [/^npm run smoke$/, 'does in a checkout what this test does, for other versions of Node'],
  [/^curl -c jar -b jar$/, 'names two options; apps/e2e/src/sign-in signs in with them'],
  [/^npm run bench/, 'measures for minutes; apps/bench has tests of its own'],
  [/^npm run bindery( -- <command>)?$/, 'stands for every other command'],
  [
    /^(BINDERY_TEST=long )?npx (jest|nx) |^npm run (types|format)$|^npm run contracts -- /,
    'checks a checkout that is worked on, or writes into it',
  ],
  [/^node tools\/nats-files\.mjs$/, 'writes into a checkout that is worked on'],
  [/^node client\.mjs$/, 'runs in the test of the public client'],
  [/^npm (install |ci$)/, 'asks a registry'],
  [/^npm version |^git tag /, 'makes a release'],
  [/^npm run bindery -- login /, 'needs a browser; apps/e2e/src/content/command-line.spec.ts logs in, and out'],
  [/^npm run drill -- /, 'takes its time; apps/command-line/src/backup runs tools/drill.mjs as it is'],
];

export interface Step {
  /** As it stands in the documentation. */
  command: string;
  /** Texts for the placeholders of the documentation. */
  given?: Record<string, string>;
  prints?: RegExp;
  code?: number;
}

/** The values of the placeholders of the documentation, on the platform of the steps. */
interface Running {
  /** A folder of documentation. */
  docs: string;
  baseUrl: string;
  token: string;
}

/** Everything is run, in this order, on one platform that `npm start` has started. */
export const stepsOn = ({ docs, baseUrl, token }: Running): Step[] => [
  {
    command: 'npm run bindery -- status',
    prints: /Running at http:\/\/127\.0\.0\.1:\d+ .*\n {2}all services +process \d+/,
  },
  { command: 'npm run bindery -- doctor', prints: /All is well/ },
  {
    command: 'npm run bindery -- import <folder or git URL> --space "Docs"',
    given: { '<folder or git URL>': docs },
    prints: /✓ Imported \d+ of \d+ pages[\s\S]* Docs: http.*\/app\/o\//,
  },
  {
    command: 'npm run bindery -- import <source> --space <title> --site',
    given: { '<source>': docs, '<title>': 'Second --problems problems.txt' },
    prints: /written to .*problems\.txt[\s\S]*The site: http.*\/sites\//,
  },
  {
    command: 'npm run bindery -- import <folder> --space "Docs" --url https://docs.example.com --token <token>',
    given: { '<folder>': docs, '"Docs"': '"Elsewhere"', 'https://docs.example.com': baseUrl, '<token>': token },
    prints: /✓ Imported/,
  },
  {
    command: 'npm run bindery -- export <space> <folder>',
    given: { '<space>': '"Docs"', '<folder>': 'exported' },
    prints: /✓ Exported \d+ files/,
  },
  {
    command: 'npm run bindery -- publish <space> --site <title>',
    given: { '<space>': '"Docs"', '<title>': '"My docs"' },
    prints: /\/sites\//,
  },
  {
    command: 'npm run bindery -- publish "Docs" --site "Docs" --url https://docs.example.com --token <token>',
    given: { 'https://docs.example.com': baseUrl, '<token>': token },
    prints: /\/sites\//,
  },
  {
    command: 'npm run bindery -- sign-in link <address>',
    given: { '<address>': 'admin@bindery.local' },
    prints: /\/sign-in\/link\//,
  },
  { command: 'npm run bindery -- token create --label <label>', given: { '<label>': 'readme' }, prints: /^bnd_user_/m },
  {
    command: 'npm run bindery -- admin create --email <address> --organization <title>',
    given: { '<address>': 'first@example.com', '<title>': 'Ours' },
    prints: /Token, shown this once/,
  },
  { command: 'npm run bindery -- logs', prints: /INFO {2}gateway/ },
  { command: 'npm run bindery -- logs content --level warn' },
  { command: 'npm run bindery -- dead-letters list', prints: /content: 0 dead letters/ },
  { command: 'npm run bindery -- dead-letters replay [<event>]', prints: /content: 0 dead letters/ },
  { command: 'npm run bindery -- outbox replay [--since <time>]', prints: /content: \d+ events are published again/ },
  { command: 'npm run bindery -- jobs list [--state S] [--kind K]', prints: /content: \d+ jobs/ },
  { command: 'npm run bindery -- jobs cancel <id>', given: { '<id>': 'nothing' }, prints: /no job nothing/, code: 1 },
  { command: 'npm run bindery -- reconcile [--repair]', prints: /0 references to objects that no longer exist/ },
  { command: 'npm run bindery -- reindex [<space>]', prints: /content: the search index and links of \d+ spaces/ },
  { command: 'npm run bindery -- purge now [<deleted space>] [--yes]', prints: /0 deleted spaces would be removed/ },
  {
    command: 'npm run bindery -- tokens rotate <id> [--hours N]',
    given: { '<id>': '$TOKEN_ID' },
    prints: /is replaced by/,
  },
  {
    command: 'npm run bindery -- sso off <organization>',
    given: { '<organization>': 'nothing' },
    prints: /no organization with the id or host name nothing/,
    code: 1,
  },
  { command: 'npm run contracts', prints: /\S/ },
  { command: 'npm run docs', prints: /Wrote docs\/configuration\.md/ },
  { command: 'npm run --silent bindery -- secrets compose > docker/.env' },
  {
    command:
      'npm run --silent bindery -- secrets compose --public-url https://docs.example.com --mail <smtps://user:password@host> > docker/.env',
    given: { '<smtps://user:password@host>': 'smtps://user:password@mail.example.com' },
  },
  {
    command:
      'npm run --silent bindery -- secrets small --postgres <postgres://...> --nats <nats://...> --mail <smtps://...> > k8s/overlays/small/secrets.yaml',
    given: {
      '<postgres://...>': 'postgres://admin:password@db.example.com:5432/postgres',
      '<nats://...>': 'nats://user:password@nats.example.com:4222',
      '<smtps://...>': 'smtps://mail.example.com',
    },
  },
  {
    command:
      'npm run --silent bindery -- secrets kubernetes --pooler postgres-pooler:5432 --mail <smtps://...> --access-key <key> --secret-key <key> > k8s/overlays/production/secrets.yaml',
    given: { '<smtps://...>': 'smtps://mail.example.com', '<key>': 'k' },
  },
  {
    command: 'npm run bindery -- backup <folder>',
    given: { '<folder>': 'backup' },
    prints: /Everything that was acknowledged/,
  },
  { command: 'npm run bindery -- stop', prints: /Stopped/ },
  { command: 'npm run bindery -- keys new', prints: /There is a new key/ },
];

/** Commands that have tests of their own in `readme.spec.ts`, or stand again without what follows them. */
export const elsewhere = [
  'npm start',
  'npm start -- --port 8080',
  'npm start -- --host 0.0.0.0',
  'npm start -- --separate-processes',
  'npm run bindery -- restore <folder>',
  'npm run bindery -- restore',
  'npm run bindery -- backup',
  'npm run bindery -- keys rotate',
];
