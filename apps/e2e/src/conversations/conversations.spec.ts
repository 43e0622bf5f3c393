import { createWorld, type World } from '../support/world';
import { conversationOf, Conversations } from './conversation-world';

jest.setTimeout(60_000);

let world: World;
let conversations: Conversations;
beforeAll(async () => {
  world = await createWorld();
  conversations = new Conversations(world);
});
afterAll(() => world.close());

const login = (id: string, createdAt?: string) =>
  conversationOf({
    id,
    subject: 'Cannot log in with SSO',
    messages: [
      'After the SAML redirect the login page says the assertion is not valid.',
      'Please check the SAML certificate.',
    ],
    ...(createdAt && { createdAt }),
  });

it('takes one conversation or several, and each once', async () => {
  await conversations.ingest(login('1'));
  await conversations.ingest([login('1'), login('2'), login('3')]);
  expect(await conversations.list()).toHaveLength(3);
  const issues = await conversations.issues();
  expect(issues).toHaveLength(3);
  const [cluster, ...others] = await conversations.clusters();
  expect(others).toEqual([]);
  expect(cluster).toMatchObject({ stats: { issues: 3, conversations: 3 }, label: 'Cannot log in with SSO' });
});
