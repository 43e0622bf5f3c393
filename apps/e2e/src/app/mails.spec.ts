import type { ChangeRequest, User } from '@bindery/contracts';
import { codeOf, nextMail, until } from '@bindery/testing';
import { describeInBrowser, openContext } from '../web/chromium';
import { AppWorld } from './app-world';

describeInBrowser('a user who gets a mail about a comment', () => {
  const app = new AppWorld({ 'README.md': '# Start\n', 'far.md': '# Far away\n' });

  it('comes to the change request through the sign-in, and turns such mails off', async () => {
    const { api, records, organization, platform } = app.web.world;
    const { email, id, token } = await records.user({ [organization]: 'comment' });
    const params = { spaceId: app.space.id };
    const request = await app.call<ChangeRequest>('createChangeRequest', params, { body: { subject: 'Words' } });
    const body = { body: { markdown: `You, [somebody](/users/${id})` } };
    await app.call('postCommentInChangeRequest', { ...params, changeRequestId: request.id }, { body });
    const { text } = await nextMail(app.web.world, email);
    const [link = '', account = ''] = text.match(/^http\S+$/gm)!;
    // In a context of its own, as that of other tests takes a refusal for a fault.
    const context = await openContext(app.page.context().browser()!);
    const other = await context.newPage();
    await other.goto(platform.baseUrl + new URL(link).pathname);
    await other.getByLabel('E-mail address').fill(email);
    await other.getByRole('button', { name: 'Send me a code' }).click();
    await other.getByLabel('Code from the mail').fill(codeOf(await nextMail(app.web.world, email, 1)));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('link', { name: 'Continue in the browser' }).click();
    await other.getByRole('heading', { name: 'Words', level: 1 }).waitFor();
    await context.close();

    // A comment on a page of main leads to the page, and there to the comment.
    const far = (await app.pages()).get('Far away')!;
    await app.call('postCommentInSpace', params, { body: { ...body, page: far } });
    const { text: aboutPage } = await nextMail(app.web.world, email, 2);
    await app.open(aboutPage.match(/^http\S+$/m)![0], email);
    await app.page.getByRole('heading', { name: 'Far away', level: 1 }).waitFor();
    await app.page.locator('.thread:focus').getByText('You, [somebody]').waitFor();
    expect(new URL(app.page.url()).pathname).toBe(`/app/o/${organization}/s/${app.space.id}/far`);
    // A page that is gone leads to the space.
    await app.open(`${app.space.urls.app}/~/pages/gone`, email);
    await app.page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();

    await app.open(account, email);
    const { page } = app;
    const profile = page.getByRole('region', { name: 'Profile' });
    const mails = profile.getByLabel('Send me mails about mentions');
    const save = profile.getByRole('button', { name: 'Save' });
    expect(await mails.isChecked()).toBe(true);
    await mails.uncheck();
    await app.shots('account');
    await save.press('Enter');
    await page.getByText('Your profile is saved.').waitFor();
    const stored = () => api.expect<User>('getAuthenticatedUser', { token });
    expect(await stored()).toMatchObject({ emailNotifications: false });
    // A field that another tab has changed meanwhile stays.
    await profile.getByLabel('Name').fill('Ada');
    await api.expect('updateUserById', { token, params: { userId: id }, body: { emailNotifications: true } });
    await save.press('Enter');
    await until(async () => (await stored()).displayName === 'Ada');
    expect(await stored()).toMatchObject({ emailNotifications: true });
  });
});
