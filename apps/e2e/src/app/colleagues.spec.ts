import type { Collection, OrganizationSAMLProvider, Page as PageOf, Space, Translation } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

const paragraph = (text: string) => ({
  ...{ object: 'block', type: 'paragraph', isVoid: false, data: {} },
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const documentOf = (text: string) => ({ object: 'document', data: {}, nodes: [paragraph(text)] });

const changedMeanwhile = 'Another user changed this in the meantime.';

describeInBrowser('administrators who change what a colleague changes as well', () => {
  const app = new AppWorld({ 'README.md': '# Welcome\n\nThis guide says how to begin.\n' });
  const organization = () => ({ organizationId: app.web.world.organization });
  const screen = (path: string) =>
    app.open(`${app.web.world.platform.baseUrl}/app/o/${app.web.world.organization}${path}`);

  it('keep the instructions of a translation when they change only how it runs, and learn of others', async () => {
    const { id } = await app.call<Translation>('createTranslation', organization(), {
      body: { source: { space: app.space.id, language: 'en' }, language: 'de' },
    });
    const params = { ...organization(), translationId: id };
    const stored = async () => JSON.stringify(await app.call('getTranslation', params));
    await screen(`/translations/${id}`);
    const { page } = app;
    const text = page.getByLabel('Instructions for the translator');
    await text.waitFor();
    await app.call('updateTranslation', params, { body: { instructions: documentOf('Say du.') } });
    await page.getByLabel('Translate again whenever').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The instructions are saved.').waitFor();
    expect(await stored()).toContain('Say du.');
    expect(await stored()).toContain('"automatic":false');
    await text.fill('Say Sie.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(changedMeanwhile).waitFor();
    expect(await stored()).toContain('Say du.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await stored()).includes('Say Sie.'));
  });

  it('keep the other languages of a term', async () => {
    const insert = { type: 'insert', translations: { en: 'guide', fr: 'manuel' } };
    await app.call('updateGlossaryEntries', organization(), { body: { operations: [insert] } });
    const read = async () => {
      const { items } = await app.call<PageOf<{ id: string; translations: object }>>(
        'listGlossaryEntries',
        organization(),
      );
      return items[0]!;
    };
    const { id } = await read();
    await screen('/translations/glossary');
    const { page } = app;
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('English', { exact: true }).fill('handbook');
    await dialog.getByRole('button', { name: 'Remove French' }).click();
    const update = { type: 'update', id, translations: { en: 'guide', fr: 'guide', de: 'Leitfaden' } };
    await app.call('updateGlossaryEntries', organization(), { body: { operations: [update] } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read()).translations).toEqual({ en: 'handbook', de: 'Leitfaden' });
  });

  it('send only the fields of an identity provider that they changed', async () => {
    const { id } = await app.call<OrganizationSAMLProvider>('createOrganizationSAMLProvider', organization(), {
      body: { label: 'Company', entityID: 'https://login.example.com' },
    });
    const params = { ...organization(), samlProviderId: id };
    await screen('/settings/sso');
    const { page } = app;
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Company login');
    await app.call('updateOrganizationSAMLProvider', params, { body: { defaultRole: 'comment' } });
    const entityID = dialog.getByLabel('Entity ID');
    await entityID.fill('');
    expect(await entityID.evaluate((field: HTMLInputElement) => field.checkValidity())).toBe(false);
    await entityID.fill('https://login.example.com');
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await saved).postDataJSON()).toEqual({ label: 'Company login' });
    await dialog.waitFor({ state: 'detached' });
    expect(await app.call('getOrganizationSAMLProviderById', params)).toMatchObject({
      label: 'Company login',
      defaultRole: 'comment',
    });
  });

  it('keep the description of a collection', async () => {
    const { id } = await app.call<Collection>('createCollection', organization(), { body: { title: 'Cloud' } });
    await screen(`/c/${id}`);
    const { page } = app;
    await page.getByRole('main').getByRole('button', { name: 'Actions for Cloud' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit title and description' }).press('Enter');
    const title = page.getByRole('dialog').getByLabel('Title');
    await title.fill('Clouds');
    await app.call('updateCollectionById', { collectionId: id }, { body: { description: 'Of a colleague' } });
    await title.press('Enter');
    await page.getByRole('heading', { name: 'Clouds' }).waitFor();
    expect(await app.call('getCollectionById', { collectionId: id })).toMatchObject({
      title: 'Clouds',
      description: 'Of a colleague',
    });
  });

  it('learn of other instructions for agents before they replace them', async () => {
    const stored = async () => JSON.stringify(await app.call('getOrganizationAgentInstructions', organization()));
    await screen('/settings');
    const { page } = app;
    const form = page.getByRole('form', { name: 'Agent instructions' });
    await form.getByRole('textbox').fill('Write briefly.');
    const instructions = documentOf('Write politely.');
    await app.call('updateOrganizationAgentInstructions', organization(), { body: { instructions } });
    await form.getByRole('button', { name: 'Save instructions' }).click();
    await form.getByText(changedMeanwhile).waitFor();
    expect(await stored()).toContain('Write politely.');
    await form.getByRole('button', { name: 'Save instructions' }).click();
    await page.getByText('The instructions are saved.').waitFor();
    expect(await stored()).toContain('Write briefly.');
  });

  it('learn of other merge rules of a space before they replace them', async () => {
    const { id: spaceId } = await app.call<Space>('createSpace', organization(), { body: { title: 'Shared' } });
    await screen(`/s/${spaceId}/~/settings`);
    const { page } = app;
    await page.getByLabel('The merge rules of the organization apply').uncheck();
    await page.getByLabel('It has a description').check();
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] };
    await app.call('updateSpaceById', { spaceId }, { body: { mergeRules } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('form', { name: 'General' }).getByText(changedMeanwhile).waitFor();
    expect(await app.call('getSpaceById', { spaceId })).toMatchObject({ mergeRules });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The settings are saved.').waitFor();
    expect(await app.call('getSpaceById', { spaceId })).toMatchObject({
      mergeRules: { rules: [{ rule: 'require_change_request_description' }] },
    });
  });
});
