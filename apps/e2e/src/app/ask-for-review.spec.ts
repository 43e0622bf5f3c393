import type { ChangeRequest } from '@bindery/contracts';
import { sharing, type TestUser } from '@bindery/testing';
import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

describeInBrowser('writers who may edit and do not manage the space', () => {
  const app = new AppWorld({ 'README.md': '# Welcome\n' });
  const dialog = () => app.page.getByRole('dialog');
  const nameOf = async ({ id }: TestUser) =>
    (await app.call<{ displayName: string }>('getUserById', { userId: id })).displayName;

  async function openDialog(writer: TestUser): Promise<void> {
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    await app.open(request.urls.app, writer.email);
    await app.page.getByRole('button', { name: 'Ask for a review' }).press('Enter');
  }

  it('ask colleagues for a review, also one whom the list of members does not show at first', async () => {
    const { organization, records } = app.web.world;
    const first = await records.user({ [organization]: 'read' });
    const writer = await records.user({ [organization]: 'edit' });
    await records.query(
      `with added as (
         insert into "user" (id, display_name, email)
         select substr(md5($1 || n), 1, 22), 'Crowd ' || n, n || '@' || lower($1) || '.example.com'
         from generate_series(1, 1000) n returning id)
       insert into membership (organization_id, user_id, role) select $1, id, 'read' from added`,
      [organization],
    );
    await openDialog(writer);
    const crowd = dialog().getByRole('checkbox', { name: 'Crowd 1000', exact: true });
    await crowd.check();
    const search = dialog().getByLabel('Search the members');
    await search.fill(first.email);
    await dialog()
      .getByRole('checkbox', { name: await nameOf(first) })
      .check();
    // The key does not send the form.
    await search.press('Enter');
    expect(await crowd.isChecked()).toBe(true);
    await app.shots('ask-one-of-many');
    await dialog().getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    const asked = app.page.getByRole('group', { name: 'Asked to review' });
    await asked.getByText(await nameOf(first)).waitFor();
    await asked.getByText('Crowd 1000').waitFor();
  });

  it('learn as guests that members can ask', async () => {
    const { guest, onSpace } = sharing(app.web.world);
    const writer = await guest();
    await onSpace(app.space.id, { users: [writer.id], role: 'edit' });
    await openDialog(writer);
    await dialog().getByText('Ask a member to request the review.').waitFor();
    await app.shots('ask-as-guest');
  });
});
