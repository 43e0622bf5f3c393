import { rename, rm, writeFile } from 'node:fs/promises';
import { mailsTo, nextMail, sql, type TestUser, SpaceClient, until, type DiscussionWorld } from '@bindery/testing';
import { createDiscussionWorld } from '../discussion-world';

let world: DiscussionWorld;
let editor: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  editor = new SpaceClient(world, world.editor);
});
afterAll(() => world.close());

const mention = ({ id }: TestUser) => `[somebody](/users/${id})`;
const someone = (role: 'comment' | 'read' | null = 'comment') => world.records.user({ [world.organization]: role });

/** Waits until everything before is done: mails are sent one after the other. */
async function settled(): Promise<void> {
  const last = await someone();
  await editor.comment(`Last, ${mention(last)}`);
  await nextMail(world, last.email);
}

it('notifies the users mentioned in a comment, and no others', async () => {
  const [called, uncalled] = [await someone(), await someone()];
  await editor.comment(`Ask ${mention(called)} and ${mention(called)}, says ${mention(world.editor)}`);
  const mail = await nextMail(world, called.email);
  expect(mail.subject).toContain('mentioned you');
  expect(mail.text).toContain('Ask [somebody]');
  const address = `http://bindery.test/app/o/${world.organization}`;
  expect(mail.text).toContain(`${address}/s/${world.space}\n`);
  expect(mail.text).toContain(`You can turn these mails off.\nOpen your account:\n${address}/account`);
  await settled();
  expect(await mailsTo(world, called.email)).toHaveLength(1);
  expect(await mailsTo(world, uncalled.email)).toEqual([]);
  expect(await mailsTo(world, world.editor.email)).toEqual([]);
});

it('leads to the page that a comment is about, and to the comment of a reply there', async () => {
  const [called, replied] = [await someone(), await someone()];
  const page = world.pages.Guide!.id;
  const { id } = await editor.comment(`Look, ${mention(called)}`, { page });
  const address = `http://bindery.test/app/o/${world.organization}/s/${world.space}/~/pages/${page}#comment-${id}\n`;
  expect((await nextMail(world, called.email)).text).toContain(address);
  await editor.reply(id, `And you, ${mention(replied)}`);
  expect((await nextMail(world, replied.email)).text).toContain(address);
});

it('notifies the users mentioned beside a user that does not exist, whose id may be long', async () => {
  const called = await someone();
  await editor.comment(`Ask ${mention(called)} or [nobody](/users/${'x'.repeat(64)})`);
  expect((await nextMail(world, called.email)).subject).toContain('mentioned you');
});

it('notifies a user mentioned by an edit once', async () => {
  const called = await someone();
  const { id: commentId } = await editor.comment('Nobody yet');
  const edit = (markdown: string) =>
    editor.expect('updateCommentInSpace', { commentId }, { body: { body: { markdown } } });
  await edit(`You, ${mention(called)}`);
  await nextMail(world, called.email);
  await edit(`You there, ${mention(called)}`);
  await settled();
  expect(await mailsTo(world, called.email)).toHaveLength(1);
});

it('notifies the users of a thread of a reply, but not its author', async () => {
  const [author, replier, last] = [await someone(), await someone(), await someone()];
  const { id } = await new SpaceClient(world, author).comment('A question');
  await new SpaceClient(world, replier).reply(id, 'An answer');
  expect((await nextMail(world, author.email)).subject).toContain('replied in a thread');
  await new SpaceClient(world, last).reply(id, `Another, ${mention(replier)}`);
  expect((await nextMail(world, replier.email)).subject).toContain('mentioned you');
  await nextMail(world, author.email, 1);
  await settled();
  expect(await mailsTo(world, replier.email)).toHaveLength(1);
  expect(await mailsTo(world, last.email)).toEqual([]);
});

it('notifies reviewers of a requested review', async () => {
  const asked = await someone('read');
  const { id: changeRequestId, number, urls } = await editor.propose('Rewrite the guide');
  const ask = () =>
    editor.expect('requestReviewersForChangeRequest', { changeRequestId }, { body: { users: [asked.id] } });
  await ask();
  const mail = await nextMail(world, asked.email);
  expect(mail.subject).toContain('asks you to review');
  expect(mail.text).toContain(`#${number}, Rewrite the guide`);
  expect(mail.text).toContain(`${urls.app}\n`);
  await ask();
  await settled();
  expect(await mailsTo(world, asked.email)).toHaveLength(1);
});

it('notifies no user who may not see it', async () => {
  const quiet = [await someone('read'), await someone(null), world.otherAdmin];
  await editor.comment(`A secret for ${quiet.map(mention).join(', ')}`);
  await settled();
  for (const { email } of quiet) expect(await mailsTo(world, email)).toEqual([]);
});

it('notifies no user who may not see it any more when the mail would be sent', async () => {
  const leaving = await someone();
  const { id: commentId } = await new SpaceClient(world, leaving).comment('I ask');
  await world.records.query('delete from membership where user_id = $1', [leaving.id]);
  await editor.reply(commentId, 'Too late');
  await settled();
  expect(await mailsTo(world, leaving.email)).toEqual([]);
});

it('notifies no user who turned it off', async () => {
  const called = await someone();
  const set = (on: boolean) =>
    world.records.query('update "user" set email_notifications = $2 where id = $1', [called.id, on]);
  await set(false);
  await editor.comment(`Hello, ${mention(called)}`);
  await settled();
  expect(await mailsTo(world, called.email)).toEqual([]);
  await set(true);
  await editor.comment(`Hello again, ${mention(called)}`);
  expect((await nextMail(world, called.email)).text).toContain('Hello again');
});

it('sends nothing to an unverified address', async () => {
  const called = await someone();
  await world.records.query('update "user" set email_verified_at = null where id = $1', [called.id]);
  await editor.comment(`Hello, ${mention(called)}`);
  await settled();
  expect(await mailsTo(world, called.email)).toEqual([]);
});

/** Does something while no mail can be sent, and waits until all notifications of the users are done after that. */
async function whileMailIsAway(users: TestUser[], work: () => Promise<unknown>): Promise<void> {
  const { mailFolder } = world.platform;
  const ids = users.map(({ id }) => id);
  const notifications = (state: string) =>
    sql<object>(
      world,
      `select from change_requests.job where kind = 'notification' and input->>'user' = any($1) and ${state}`,
      [ids],
    );
  await settled();
  await rename(mailFolder, `${mailFolder}-away`);
  await writeFile(mailFolder, '');
  await work();
  await until(async () => (await notifications('attempts > 0')).length === users.length);
  await rm(mailFolder);
  await rename(`${mailFolder}-away`, mailFolder);
  await until(async () => (await notifications(`state = 'completed'`)).length === users.length);
}

it('sends the words that a comment has when the mail is sent, and none of a deleted one', async () => {
  const [first, second, third, fourth] = [await someone(), await someone(), await someone(), await someone()];
  await whileMailIsAway([first, second, third, fourth], async () => {
    const { id: deleted } = await editor.comment(`A secret for ${mention(first)}`);
    const { id: edited } = await editor.comment(`A secret for ${mention(second)}`);
    const { id: reply } = await editor.reply(edited, `A secret for ${mention(third)}`);
    await editor.reply(edited, `A reply for ${mention(fourth)}`);
    await editor.expect('deleteCommentInSpace', { commentId: deleted });
    const body = { body: { markdown: `Nothing for ${mention(second)}` } };
    await editor.expect('updateCommentInSpace', { commentId: edited }, { body });
    await editor.expect('deleteCommentReplyInSpace', { commentId: edited, commentReplyId: reply });
  });
  expect(await mailsTo(world, first.email)).toEqual([]);
  const [mail] = await mailsTo(world, second.email);
  expect(mail!.text).toContain('Nothing for');
  expect(mail!.text).not.toContain('A secret');
  expect(await mailsTo(world, third.email)).toEqual([]);
  expect((await nextMail(world, fourth.email)).text).toContain('A reply for');
});

it('sends the words that a job of release 0.1.0 holds', async () => {
  const called = await someone();
  const input = { reason: 'mention', user: called.id, actor: world.editor.id, space: world.space, changeRequest: null };
  const job = [`old-${called.id}`, world.organization, JSON.stringify({ ...input, text: 'Words of before' })];
  await sql(
    world,
    `insert into change_requests.job (id, kind, organization_id, input) values ($1, 'notification', $2, $3)`,
    job,
  );
  await settled();
  expect((await nextMail(world, called.email)).text).toContain('Words of before');
});
