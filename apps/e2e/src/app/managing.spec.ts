import type { Collection, IntegrationInstallation, OpenAPISpec, Page as PageOf, Space } from '@bindery/contracts';
import { freshName, install, publish, until } from '@bindery/testing';
import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

const files = { 'README.md': '# Welcome\n\nThis guide says how to begin.\n' };

/** Instructions with a list. */
const formatted = {
  object: 'document',
  data: {},
  nodes: [
    {
      ...{ object: 'block', type: 'list-unordered', isVoid: false, data: {} },
      nodes: [
        {
          ...{ object: 'block', type: 'list-item', isVoid: false, data: {} },
          nodes: [
            {
              ...{ object: 'block', type: 'paragraph', isVoid: false, data: {} },
              nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Write briefly.', marks: [] }] }],
            },
          ],
        },
      ],
    },
  ],
};

/** Shows a text and a button, and says what the button told it. */
const script = `export default {
  async fetch(request) {
    const event = JSON.parse((await request.formData()).get('event'));
    console.log('Heard ' + event.type);
    if (event.type !== 'ui_render') return new Response('OK');
    const children = [
      { type: 'input', label: 'Account', element: { type: 'textinput', state: 'account', initialValue: 'none' } },
      { type: 'text', children: [event.action?.account ? 'Connected to ' + event.action.account : 'Not connected'] },
      { type: 'input', label: 'Plan', element: {
        type: 'select', state: 'plan', options: [{ id: 'small', label: 'Small' }, { id: 'large', label: 'Large' }],
        onValueChange: { action: 'choose', chosen: { $state: 'plan' } },
      } },
      { type: 'input', label: 'Region', element: {
        type: 'textinput', state: 'region', onValueChange: { action: 'choose', chosen: { $state: 'region' } },
      } },
      { type: 'text', children: ['Chosen: ' + (event.action?.chosen ?? 'nothing')] },
      { type: 'button', label: 'Connect', onPress: { action: 'connect', account: { $state: 'account' } } },
    ];
    return Response.json({ type: 'element', props: event.props, state: event.state, element: { type: 'block', children } });
  },
};`;

describeInBrowser('administrators who manage and extend', () => {
  const app = new AppWorld(files);
  const organization = () => ({ organizationId: app.web.world.organization });
  const screen = (path: string) =>
    app.open(`${app.web.world.platform.baseUrl}/app/o/${app.web.world.organization}${path}`);
  const records = () => app.web.world.records;

  it('change the role of a member, disable one and remove one', async () => {
    const { email, id } = await records().user({ [app.web.world.organization]: 'read' });
    await screen('/members');
    const { page } = app;
    await page.getByLabel('Search members').fill(email);
    const line = page.getByRole('listitem').filter({ hasText: email });
    const role = line.getByRole('combobox');
    // A key on the closed select only chooses.
    await role.press('Home');
    expect(await role.inputValue()).toBe('admin');
    await role.selectOption('Reviewer');
    await line.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The role is changed.').waitFor();
    expect(await app.call('getMemberInOrganizationById', { ...organization(), userId: id })).toMatchObject({
      role: 'review',
    });
    const choose = async (action: string) => {
      await line.getByRole('button', { name: 'Actions for' }).press('Enter');
      await page.getByRole('menuitem', { name: action, exact: true }).press('Enter');
    };
    await choose('What they can see');
    await page.getByRole('dialog').getByRole('link', { name: 'Guide' }).waitFor();
    await page.keyboard.press('Escape');
    await choose('Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await line.getByText('Disabled').waitFor();
    await choose('Enable');
    await line.getByText('Disabled').waitFor({ state: 'detached' });
    await choose('Require single sign-on');
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await line.getByText('Single sign-on').waitFor();
    await app.shots('members');
    await choose('Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await line.waitFor({ state: 'detached' });
  });

  it('invite by a link, which a newcomer follows, and revoke it', async () => {
    await app.call('updateOrganizationById', organization(), { body: { inviteLinks: true } });
    await screen('/members');
    const { page } = app;
    await page.getByLabel('Role of users who join with the link').selectOption('Commenter');
    await page.getByRole('button', { name: 'Make a link' }).press('Enter');
    const links = page.getByRole('region', { name: 'Invite links' });
    const address = await links.getByText('/app/join/').textContent();
    await page.goto(address!);
    await page.getByRole('button', { name: 'Join' }).waitFor();
    await screen('/members');
    await links.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The link is revoked.').waitFor();
  });

  it('make a team, give it a collection, and see who can see that, and why', async () => {
    const { id: userId } = await records().user({ [app.web.world.organization]: 'read' });
    const displayName = `User ${userId.slice(-4)}`;
    const body = { title: 'Internal' };
    const { id } = await app.call<Collection>('createCollection', organization(), { body });
    await screen('/teams');
    const { page } = app;
    await page.getByLabel('Name of the new team').fill('Writers');
    await page.getByLabel('Name of the new team').press('Enter');
    const team = page.getByRole('listitem').filter({ hasText: 'Writers' });
    await team.getByRole('button', { name: 'Members' }).click();
    await page.getByLabel('Add a member').selectOption(displayName);
    const added = page.waitForRequest((request) => request.method() === 'PUT');
    await team.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    // A role would replace that of an owner whom a large team does not show yet.
    expect((await added).postDataJSON()).toEqual({});
    await team.getByText('1 member').waitFor();
    await screen(`/c/${id}/access`);
    await page.getByLabel('Member or team').selectOption('Writers');
    await page.getByLabel('Role', { exact: true }).selectOption('Editor');
    await page.getByRole('button', { name: 'Give the role' }).click();
    const why = page.getByRole('region', { name: 'Who can see this' });
    await why
      .getByRole('listitem')
      .filter({ hasText: displayName })
      .getByText('Editor, through the team Writers here')
      .waitFor();
    await page.getByLabel('Role given to Writers').selectOption('Reviewer');
    await page.getByRole('button', { name: 'Save: Role given to Writers' }).press('Enter');
    await why.getByText('Reviewer, through the team Writers here').waitFor();
    await app.shots('access');
    await page.getByRole('button', { name: 'Remove the role of Writers' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('The role is removed.').waitFor();
    await why.getByText('through the team Writers here').waitFor({ state: 'detached' });
  });

  it('install an integration, fill in what it asks for, read its log and send an event again', async () => {
    const name = await publish(app.web.world, {
      title: 'Chat notices',
      script,
      configurations: {
        account: { properties: { channel: { type: 'string', title: 'Channel' } }, required: ['channel'] },
      },
    });
    await screen('/integrations');
    const { page } = app;
    await page.getByLabel('Search integrations').fill(name);
    await page.getByRole('link', { name: 'Chat notices' }).click();
    await page.getByRole('button', { name: 'Install' }).click();
    await page.getByText('To be configured').waitFor();
    await page.getByLabel('Channel').fill('#docs');
    await page.getByRole('button', { name: 'Save configuration' }).click();
    await page.getByText('The configuration is saved.').waitFor();
    await page.getByLabel('It acts on').selectOption('the spaces below');
    await page.getByRole('button', { name: 'Save: It acts on' }).press('Enter');
    await page.getByText('It acts only on the spaces that are named.').waitFor();
    await page.getByLabel('Add a space').selectOption('Guide');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByRole('region', { name: 'Spaces' }).getByRole('listitem').filter({ hasText: 'Guide' }).waitFor();
    const { items } = await app.call<PageOf<IntegrationInstallation>>('listIntegrationInstallations', {
      integrationName: name,
    });
    expect(items[0]).toMatchObject({ configuration: { channel: '#docs' }, space_selection: 'selected' });
    await page.getByRole('button', { name: 'Make a new secret' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).press('Enter');
    await page.getByText('There is a new secret.').waitFor();
    await page.getByLabel('URL of the tunnel').fill('https://tunnel.example.com');
    await page.getByRole('button', { name: 'Start development mode' }).press('Enter');
    await page.getByText('For a day, events go to the tunnel instead of the script.').waitFor();
    await page.getByRole('button', { name: 'End development mode' }).press('Enter');
    await page.getByText('Events go to the script.').waitFor();
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByRole('button', { name: 'Log' }).first().click();
    await events.getByText('Payload', { exact: true }).click();
    await events.getByText('"type":').waitFor();
    await events.getByRole('button', { name: 'Send again' }).first().click();
    await page.getByText('The event is sent again.').waitFor();
    await app.shots('integration');
  });

  it('configure an integration through its own interface', async () => {
    const configurations = { account: { componentId: 'settings' } };
    const name = await publish(app.web.world, { title: 'Own interface', script, configurations }, freshName());
    await install(app.web.world, name);
    await screen(`/integrations/${name}`);
    const { page } = app;
    const configuration = page.getByRole('region', { name: 'Configuration' });
    await configuration.getByText('Not connected').waitFor();
    await configuration.getByLabel('Account').fill('acme');
    await configuration.getByRole('button', { name: 'Connect' }).press('Enter');
    await configuration.getByText('Connected to acme').waitFor();
    const plan = configuration.getByLabel('Plan');
    await plan.selectOption('Large');
    await configuration.getByText('Chosen: large').waitFor();
    expect(await plan.inputValue()).toBe('large');
    const region = configuration.getByLabel('Region');
    await region.pressSequentially('north');
    await configuration.getByText('Chosen: north').waitFor();
    expect(await region.inputValue()).toBe('north');
  });

  it('add a specification, give it a version that cannot be read, and see why', async () => {
    await screen('/openapi');
    const { page } = app;
    const dialog = page.getByRole('dialog');
    const text = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} };
    await page.getByRole('button', { name: 'Add specification' }).click();
    await dialog.getByLabel('Name').fill('pets');
    await dialog.getByLabel('From').selectOption('Pasted text');
    await dialog.getByLabel('Text').fill(JSON.stringify(text));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('region', { name: 'Versions' }).getByText('Shown').waitFor();
    await page.getByText('Ready').waitFor();
    await page.getByRole('button', { name: 'Replace the source' }).click();
    await dialog.getByLabel('From').selectOption('Pasted text');
    await dialog.getByLabel('Text').fill('openapi: ]');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('region', { name: 'Problems' }).getByText('replace the source').waitFor();
    const spec = await app.call<OpenAPISpec>('getOpenAPISpecBySlug', { ...organization(), specSlug: 'pets' });
    expect(spec.lastProcessErrorCode).toBe('PARSE_ERROR');
  });

  it('translate a space with a term of the glossary, and run it again', async () => {
    await screen('/translations/glossary');
    const { page } = app;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add term' }).click();
    await dialog.getByLabel('English', { exact: true }).fill('guide');
    await dialog.getByLabel('Add a language').selectOption('German');
    await dialog.getByRole('button', { name: 'Add language' }).press('Enter');
    await dialog.getByLabel('German', { exact: true }).fill('Leitfaden');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('German: Leitfaden').waitFor();
    await page.getByRole('navigation', { name: 'Translations' }).getByRole('link', { name: 'Translations' }).click();
    await page.getByRole('button', { name: 'New translation' }).click();
    await dialog.getByLabel('Space', { exact: true }).selectOption('Guide');
    await dialog.getByLabel('Translate into').selectOption('German');
    await dialog.getByRole('button', { name: 'Translate' }).click();
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByText('Completed').waitFor();
    await page.getByRole('link', { name: 'Open the translated space' }).waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('The translation is started.').waitFor();
    await runs.getByText('Completed').nth(1).waitFor();
    const params = { ...organization(), translationId: page.url().split('/').pop() };
    await app.call('updateTranslation', params, { body: { instructions: formatted } });
    const { instructions } = await app.call<{ instructions: object }>('getTranslation', params);
    await screen(`/translations/${params.translationId}`);
    await page.getByText('Lists, links and formatting are removed.').waitFor();
    await page.getByLabel('Translate again whenever').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The instructions are saved.').waitFor();
    expect(await app.call('getTranslation', params)).toMatchObject({ automatic: false, instructions });
  });

  it('find in the audit log what one administrator did', async () => {
    await app.call('createOrganizationTeam', organization(), { body: { title: 'Logged' } });
    // The log follows in the background, and the screen reads it once.
    const query = { action: 'createOrganizationTeam' };
    await until(async () => {
      const found = await app.call<PageOf<object>>('listAuditEventsInOrganizationById', organization(), { query });
      return found.items.length > 0;
    });
    await screen('/audit-log');
    const { page } = app;
    await page.getByLabel('Action').selectOption('Create a team');
    await page.getByRole('listitem').filter({ hasText: 'Create a team' }).first().waitFor();
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.getByText('createOrganizationTeam').waitFor();
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByText('Nothing matches').waitFor();
  });

  it('add an identity provider, and see the settings for it', async () => {
    await screen('/settings/sso');
    const { page } = app;
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Company login');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('To be set up').waitFor();
    await page.getByText('Values to enter at the provider').click();
    await page.getByText('Assertion consumer service (ACS)').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The provider is deleted.').waitFor();
  });

  it('make a token of their own, and revoke it', async () => {
    await screen('/account');
    const { page } = app;
    await page.getByLabel('Label of the new token').fill('Nightly export');
    await page.getByLabel('What the token may do').selectOption('Reading');
    await page.getByLabel('Label of the new token').press('Enter');
    expect(await page.getByLabel('Copy the new token now').inputValue()).toMatch(/^bnd_/);
    const tokens = page.getByRole('region', { name: 'API tokens' });
    await tokens
      .getByRole('listitem')
      .filter({ hasText: 'Nightly export' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tokens.getByText('Nightly export').waitFor({ state: 'detached' });
  });

  it('change the settings of the organization, and the instructions of agents', async () => {
    await screen('/settings');
    const { page } = app;
    const logo = `${app.web.world.platform.baseUrl}/app/assets/icons/1/rocket.svg`;
    const hostname = freshName();
    await page.getByLabel('URL of the logo').fill(logo);
    await page.getByLabel('Host name').fill(hostname);
    await page.getByLabel('Maximum lifetime of API tokens').fill('90');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The settings are saved.').waitFor();
    const lifetime = page.getByLabel('Maximum lifetime of API tokens');
    await lifetime.fill('');
    // Tokens of an organization always have a longest life.
    expect(await lifetime.evaluate((field: HTMLInputElement) => field.checkValidity())).toBe(false);
    await page.getByLabel('Instructions for every agent of the organization').fill('Write briefly.');
    await page.getByRole('button', { name: 'Save instructions' }).click();
    await page.getByText('The instructions are saved.').waitFor();
    expect(await app.call('getOrganizationById', organization())).toMatchObject({
      tokenLifetimeDays: 90,
      hostname,
      urls: { logo },
    });
  });

  it('set merge rules for the organization, and others for a space', async () => {
    await screen('/settings');
    const { page } = app;
    await page.getByLabel('Somebody has approved it').check();
    await page.getByRole('button', { name: 'Save merge rules' }).click();
    await page.getByText('The merge rules are saved.').waitFor();
    const rules = [{ rule: 'require_at_least_one_review' }];
    expect(await app.call('getOrganizationById', organization())).toMatchObject({ mergeRules: { rules } });
    // A colleague changes another field, which is no conflict, and then the rules.
    await app.call('updateOrganizationById', organization(), { body: { title: 'Renamed meanwhile' } });
    await page.getByLabel('It has a subject').check();
    await page.getByRole('button', { name: 'Save merge rules' }).click();
    const stored = async () =>
      (await app.call<{ mergeRules: object }>('getOrganizationById', organization())).mergeRules;
    await until(async () => JSON.stringify(await stored()).includes('subject'));
    const none = { type: 'none' };
    await app.call('updateOrganizationById', organization(), { body: { mergeRules: none } });
    await page.getByLabel('It has a subject').uncheck();
    await page.getByRole('button', { name: 'Save merge rules' }).click();
    await page.getByText('Another user changed this in the meantime.').waitFor();
    expect(await stored()).toEqual(none);
    await page.getByRole('button', { name: 'Save merge rules' }).click();
    await until(async () => JSON.stringify(await stored()).includes('review'));
    expect(await stored()).toMatchObject({ rules });
    const space = await app.call<Space>('createSpace', organization(), { body: { title: 'Open' } });
    await screen(`/s/${space.id}/~/settings`);
    await page.getByLabel('The merge rules of the organization apply').uncheck();
    await page.getByLabel('It has a subject').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await app.call('getSpaceById', { spaceId: space.id })).toMatchObject({
      mergeRules: { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] },
    });
  });

  it('save what they changed in the settings of a space, and nothing that a colleague changed meanwhile', async () => {
    const { id: spaceId } = await app.call<Space>('createSpace', organization(), { body: { title: 'Shared' } });
    await screen(`/s/${spaceId}/~/settings`);
    const { page } = app;
    const title = page.getByLabel('Title');
    await title.fill('Shared by two');
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] };
    await app.call('updateSpaceById', { spaceId }, { body: { mergeRules } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await app.call('getSpaceById', { spaceId })).toMatchObject({ title: 'Shared by two', mergeRules });
    // A form in which nothing is changed is saved as well.
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await answered).request().postDataJSON()).toEqual({});
    expect((await answered).status()).toBe(200);
  });

  it('make collections in collections, edit, move and delete them', async () => {
    const { id: above } = await app.call<Collection>('createCollection', organization(), { body: { title: 'Cloud' } });
    const { id: old } = await app.call<Collection>('createCollection', organization(), { body: { title: 'Old' } });
    await app.call<Space>('createSpace', organization(), { body: { title: 'Billing' } });
    await screen(`/c/${old}`);
    const { page } = app;
    const dialog = page.getByRole('dialog');
    const choose = async (collection: string, action: string) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: `Actions for ${collection}` })
        .press('Enter');
      await page.getByRole('menuitem', { name: action }).press('Enter');
    };
    await choose('Old', 'Edit title and description');
    await dialog.getByLabel('Title').fill('Costs');
    await dialog.getByLabel('Description').fill('What is paid');
    await dialog.getByLabel('Description').press('Enter');
    await page.getByRole('heading', { name: 'Costs' }).waitFor();
    await choose('Costs', 'Move to');
    await dialog.getByLabel('Collection').selectOption('Cloud');
    await dialog.getByRole('button', { name: 'Move' }).press('Enter');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Cloud' }).waitFor();
    await choose('Costs', 'Put spaces here');
    await dialog.getByLabel('Billing').check();
    await dialog.getByRole('button', { name: 'Move here' }).press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Billing' }).waitFor();
    await app.shots('collection');
    await choose('Billing', 'Move to');
    await dialog.getByLabel('Collection').selectOption('Cloud');
    await dialog.getByRole('button', { name: 'Move' }).press('Enter');
    await page.getByText('“Billing” is moved.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Billing' }).waitFor();
    await choose('Costs', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('heading', { name: 'Cloud' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Billing' }).waitFor();
    expect(page.url()).toContain(above);
  });

  it('read the conversations that came in, and the issues in them', async () => {
    const body = {
      id: 'c1',
      subject: 'Invoices',
      parts: [{ type: 'message', role: 'user', body: 'Where is my invoice?' }],
    };
    await app.call('ingestConversation', organization(), { body });
    await screen('/conversations');
    const { page } = app;
    await page.getByRole('link', { name: 'All conversations' }).press('Enter');
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Invoices' });
    await line.getByRole('button', { name: 'Messages' }).press('Enter');
    await line.getByText('Where is my invoice?').waitFor();
    await app.shots('conversations');
  });

  it('put a space into a new collection, delete it and restore it', async () => {
    const space = await app.call<Space>('createSpace', organization(), { body: { title: 'Moved' } });
    await screen('');
    const { page } = app;
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Products');
    await page.getByRole('dialog').getByLabel('Title').press('Enter');
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    await screen(`/s/${space.id}/~/settings`);
    await page.getByLabel('Collection').selectOption('Products');
    await page.getByRole('button', { name: 'Save: Collection' }).press('Enter');
    await page.getByText('“Moved” is moved.').waitFor();
    await page.getByRole('button', { name: 'Delete space' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Restore space' }).click();
    await page.getByText('The space is restored.').waitFor();
  });
});
