import type { ChangeRequest, DocumentPage, Page, RevisionPages, Space } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { AgentWorld } from './agent-world';

const files = {
  'README.md': '# Home\n\nWelcome to teh product.\n\nSee how to [install](install.md) it.\n',
  'install.md':
    '# Install\n\n{% hint style="info" %}\nTakes a minute.\n{% endhint %}\n\n```sh\nnpm install bindery\n```\n\n## Requirements\n\nNode 18 or later.\n\n| System | Works |\n| ------ | ----- |\n| Linux  | yes   |\n| macOS  | yes   |\n',
  'guide/README.md': '---\ndescription: All that you can do\n---\n\n# Guide\n\nHow to use it.\n',
  'guide/login.md': '# Sign in\n\n## Forgotten passwords\n\nPress **Forgot** and open the link in the mail.\n',
  'guide/limits.md': '# Limits\n\n* 10 projects\n* 100 members\n\nAsk [support](https://old.example.com) for more.\n',
  'faq.md':
    '# Questions\n\n{% tabs %}\n{% tab title="Web" %}\nOpen the page.\n{% endtab %}\n\n{% tab title="Desktop" %}\nOpen the app.\n{% endtab %}\n{% endtabs %}\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n* [Install](install.md)\n* [Guide](guide/README.md)\n  * [Sign in](guide/login.md)\n  * [Limits](guide/limits.md)\n* [Questions](faq.md)\n',
};

let world: AgentWorld;
/** The main content before any task. */
let before: string;

beforeAll(async () => {
  world = await AgentWorld.create(files);
  before = await world.main();
  await until(async () => (await found('forgotten')).length > 0);
});
afterAll(() => world.close());

const { stringify } = JSON;

interface SearchHit {
  id: string;
  title: string;
  path: string;
  sections?: { body: string }[];
}

/** The results of a search by the agent. */
const found = async (query: string): Promise<SearchHit[]> =>
  (await world.agent.expect<Page<SearchHit>>('search_space', { spaceId: world.space, query })).items;

const tree = (): Promise<RevisionPages> => world.agent.expect<RevisionPages>('list_pages', { spaceId: world.space });

const read = async (pageId: string) =>
  (await world.agent.expect<{ markdown: string }>('get_page', { spaceId: world.space, pageId })).markdown;

/** Has the agent change the Markdown of a page in a change request of its own; answers where. */
async function rewrite(title: string, change: (markdown: string) => string) {
  const pageId = await world.pageNamed(title);
  const { id } = await world.open(`Change ${title}`);
  const given = { spaceId: world.space, changeRequestId: id, pageId };
  const { markdown } = await world.agent.expect<{ markdown: string }>('get_change_request_page', given);
  await world.edit(id, { operation: 'update_page', page: pageId, document: { markdown: change(markdown) } });
  return { id, pageId, markdown };
}

const readings: [string, () => Promise<string>, RegExp][] = [
  ['find how to reset a password', async () => read((await found('forgotten passwords'))[0]!.id), /\*\*Forgot\*\*/],
  ['find what to install with', async () => read((await found('npm install'))[0]!.id), /npm install bindery/],
  ['find which version of Node is needed', async () => stringify(await found('requirements node')), /Node 18/],
  [
    'read a page by its path',
    async () =>
      stringify(await world.agent.expect('get_page_by_path', { spaceId: world.space, pagePath: 'guide/limits' })),
    /100 members/,
  ],
  [
    'say what is below the guide',
    async () => stringify((await tree()).pages.find(({ title }) => title === 'Guide')),
    /Sign in.*Limits/,
  ],
  [
    'say in which organization the space is',
    async () => stringify(await world.agent.expect('list_organizations')),
    /First/,
  ],
  [
    'say how a space is merged',
    async () => stringify(await world.agent.expect('get_space', { spaceId: world.space })),
    /mergeRules/,
  ],
  [
    'search all of the organization',
    async () =>
      stringify(
        await world.agent.expect('search_organization', {
          organizationId: world.world.organization,
          query: 'projects',
        }),
      ),
    /Limits/,
  ],
  [
    'find the pages that link to the installation',
    async () =>
      stringify(
        await world.agent.expect('list_backlinks', { spaceId: world.space, pageId: await world.pageNamed('Install') }),
      ),
    /Home|README|readme/,
  ],
  [
    'say who changed the space last',
    async () => stringify(await world.agent.expect('list_revisions', { spaceId: world.space })),
    /"items":\[\{/,
  ],
];

it.each(readings)('%s', async (_, answer, expected) => expect(await answer()).toMatch(expected));

const sentences: [task: string, page: string, from: string, to: string][] = [
  ['correct a spelling mistake', 'Home', 'teh product', 'the product'],
  ['raise the version of Node', 'Install', 'Node 18', 'Node 20'],
  ['add a row to a table', 'Install', '| macOS  | yes   |\n', '| macOS  | yes   |\n| Windows | yes |\n'],
  ['correct a cell of a table', 'Install', '| Linux  | yes   |', '| Linux  | mostly |'],
  ['correct a command', 'Install', 'npm install bindery', 'npm install --global bindery'],
  ['rewrite a hint', 'Install', 'Takes a minute.', 'Takes two minutes.'],
  ['replace an old link', 'Limits', 'https://old.example.com', 'https://help.example.com'],
  ['change a number in a list', 'Limits', '10 projects', '20 projects'],
  ['add an entry to a list', 'Limits', '* 100 members\n', '* 100 members\n* 5 sites\n'],
  ['rename a heading', 'Sign in', '## Forgotten passwords', '## If you forgot your password'],
  ['correct the text of a tab', 'Questions', 'Open the app.', 'Start the app.'],
  ['add a paragraph at the end', 'Guide', 'How to use it.\n', 'How to use it.\n\nBegin with signing in.\n'],
  ['remove a sentence', 'Sign in', ' and open the link in the mail', ''],
];

it.each(sentences)('%s, and leave all else of the page as it was', async (_, title, from, to) => {
  const { id, pageId, markdown } = await rewrite(title, (text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  });
  const written = await world.markdownIn(id, pageId);
  const squeezed = (text: string) => text.replace(/[ -]+/g, ' ');
  expect(squeezed(written)).toBe(squeezed(markdown.replace(from, to)));
  const { changes } = await world.agent.expect<{ changes: { type: string }[] }>('get_change_request_changes', {
    ...{ spaceId: world.space, changeRequestId: id },
  });
  expect(changes).toHaveLength(1);
  const guide = (await world.pagesIn(id)).find((page) => page.title === 'Guide');
  expect(guide).toMatchObject({ description: 'All that you can do' });
});

/** Tasks about the tree of pages: the changes that the agent requests, and the expected pages. */
const trees: [string, () => Promise<object[]>, (pages: DocumentPage[]) => void][] = [
  [
    'add a page below the guide',
    async () => [
      {
        operation: 'insert_page',
        title: 'Teams',
        into: await world.pageNamed('Guide'),
        document: { markdown: 'Work together.\n' },
      },
    ],
    (pages) => expect(pages.find(({ title }) => title === 'Guide')!.pages.map(({ title }) => title)).toContain('Teams'),
  ],
  [
    'add a page at the top, before all others',
    () =>
      Promise.resolve([{ operation: 'insert_page', title: 'First', at: 0, document: { markdown: 'Read this.\n' } }]),
    (pages) => expect(pages[0]!.title).toBe('First'),
  ],
  [
    'add two pages, of which one links to the other',
    () =>
      Promise.resolve([
        { operation: 'insert_page', title: 'One', ref: 'one', document: { markdown: 'One.\n' } },
        { operation: 'insert_page', title: 'Two', document: { markdown: 'After [one](./one.md).\n' } },
      ]),
    (pages) => expect(pages.map(({ title }) => title)).toEqual(expect.arrayContaining(['One', 'Two'])),
  ],
  [
    'rename a page',
    async () => [{ operation: 'update_page', page: await world.pageNamed('Questions'), title: 'Answers' }],
    (pages) => expect(pages.map(({ title }) => title)).toContain('Answers'),
  ],
  [
    'move a page to the top',
    async () => [{ operation: 'update_page', page: await world.pageNamed('Limits'), into: null, at: 0 }],
    (pages) => expect(pages[0]!.title).toBe('Limits'),
  ],
  [
    'take a page away that is not needed any more',
    async () => [{ operation: 'delete_page', page: await world.pageNamed('Questions') }],
    (pages) => expect(pages.map(({ title }) => title)).not.toContain('Questions'),
  ],
  [
    'hide a page from the navigation',
    async () => [{ operation: 'update_page', page: await world.pageNamed('Limits'), hidden: true }],
    (pages) => expect(pages.find(({ title }) => title === 'Limits')).toMatchObject({ hidden: true }),
  ],
  [
    'change a description',
    async () => [{ operation: 'update_page', page: await world.pageNamed('Guide'), description: 'Everything' }],
    (pages) => expect(pages.find(({ title }) => title === 'Guide')).toMatchObject({ description: 'Everything' }),
  ],
  [
    'make a group of pages',
    () => Promise.resolve([{ operation: 'insert_page', type: 'group', title: 'More' }]),
    (pages) => expect(pages.find(({ title }) => title === 'More')).toMatchObject({ type: 'group' }),
  ],
];

it.each(trees)('%s', async (task, changes, check) => {
  const { id } = await world.open(task);
  await world.edit(id, ...(await changes()));
  check(await world.pagesIn(id));
});

const body = (markdown: string) => ({ markdown });

/** Tasks that are about what users say; each in a change request with a comment of the administrator. */
const talks: [
  string,
  (given: object, commentId: string) => Promise<unknown>,
  (id: string, commentId: string) => Promise<void>,
][] = [
  [
    'answer a comment',
    (given, commentId) => world.agent.expect('reply', { ...given, commentId, body: body('It is **done**.') }),
    async (changeRequestId, commentId) => {
      const { items } = await world.read<Page<{ body: { markdown: string } }>>('listCommentRepliesInChangeRequest', {
        changeRequestId,
        commentId,
      });
      expect(items.map((reply) => reply.body.markdown.trim())).toEqual(['It is **done**.']);
    },
  ],
  [
    'comment on a page',
    async (given) =>
      world.agent.expect('comment', {
        ...given,
        page: await world.pageNamed('Limits'),
        body: body('Are these right?'),
      }),
    async (id) =>
      expect((await world.commentsIn(id)).map(({ target }) => target.page?.id)).toContain(
        await world.pageNamed('Limits'),
      ),
  ],
  [
    'ask for a review',
    (given) => world.agent.expect('request_review', { ...given, users: [world.world.admin.id] }),
    async (changeRequestId) => {
      const { status } = await world.read<ChangeRequest>('getChangeRequestById', { changeRequestId });
      const { items } = await world.read<Page<{ user: { id: string } }>>('getRequestedReviewersByChangeRequestId', {
        changeRequestId,
      });
      expect([status, items.map(({ user }) => user.id)]).toEqual(['open', [world.world.admin.id]]);
    },
  ],
  [
    'open a draft, and give it a better subject',
    (given) => world.agent.expect('update_change_request', { ...given, subject: 'Clearer limits', status: 'open' }),
    async (changeRequestId) =>
      expect(await world.read('getChangeRequestById', { changeRequestId })).toMatchObject({
        subject: 'Clearer limits',
        status: 'open',
      }),
  ],
  [
    'put aside what is not wanted',
    (given) => world.agent.expect('update_change_request', { ...given, status: 'archived' }),
    async (changeRequestId) =>
      expect(await world.read('getChangeRequestById', { changeRequestId })).toMatchObject({ status: 'archived' }),
  ],
  [
    'find the open comments',
    async (given) =>
      expect(
        stringify(await world.agent.expect('list_change_request_comments', { ...given, status: 'open' })),
      ).toContain('Please look'),
    async (id) => expect(await world.commentsIn(id)).toHaveLength(1),
  ],
  [
    'find a change request by its number',
    async (given) => {
      const { changeRequestId } = given as { changeRequestId: string };
      const { number } = await world.read<ChangeRequest>('getChangeRequestById', { changeRequestId });
      const again = await world.agent.expect('get_change_request', { ...given, changeRequestId: number });
      expect(again).toMatchObject({ id: changeRequestId });
    },
    async (id) =>
      expect(
        (await world.read<Page<ChangeRequest>>('listChangeRequestsForSpace', {}, { status: 'draft' })).items.map(
          (one) => one.id,
        ),
      ).toContain(id),
  ],
  [
    'bring in what was merged meanwhile',
    (given) => world.agent.expect('update_from_main', given),
    async (changeRequestId) =>
      expect(await world.read('getChangeRequestById', { changeRequestId })).toMatchObject({ outdated: false }),
  ],
];

it.each(talks)('%s', async (task, work, check) => {
  const { id } = await world.open(task);
  const { id: commentId } = await world.asAdmin<{ id: string }>(
    'postCommentInChangeRequest',
    { changeRequestId: id },
    { body: body('Please look at this') },
  );
  await work({ spaceId: world.space, changeRequestId: id }, commentId);
  await check(id, commentId);
});

it('are forty, and none of them changed what readers see', async () => {
  expect(readings.length + sentences.length + trees.length + talks.length).toBe(40);
  expect(await world.main()).toBe(before);
  const { items } = await world.read<Page<Space>>('listSpacesInOrganizationById');
  expect(items).toHaveLength(1);
});
