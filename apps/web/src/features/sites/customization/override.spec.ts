import { isOverridden, overrideOf } from './override';

const site = {
  title: 'Docs',
  styling: { font: 'Inter', primaryColor: { light: '#000000', dark: '#ffffff' } },
  favicon: { emoji: '1f4d6' },
  header: { preset: 'default', links: [{ title: 'Blog' }] },
  footer: { groups: [] },
};

describe('the customization of a site-space', () => {
  it('overrides only the fields that differ, and takes all other overrides away', () => {
    const customization = {
      ...site,
      styling: { ...site.styling, primaryColor: { light: '#aa0044', dark: '#ffffff' } },
      header: { preset: 'default', links: [] },
    };
    expect(overrideOf(site, site, customization)).toEqual({
      title: null,
      styling: { font: null, primaryColor: { light: '#aa0044', dark: null } },
      favicon: null,
      header: { preset: null, links: [] },
      footer: null,
    });
  });

  it('takes a field over from the site that is taken away from it', () => {
    expect(overrideOf(site, site, { ...site, title: undefined }).title).toBeNull();
  });

  it('takes away what it alone had', () => {
    const before = { ...site, header: { ...site.header, logo: { light: 'a', dark: 'b' } } };
    expect(overrideOf(site, before, { ...site, title: 'Guide' })).toMatchObject({ title: 'Guide', header: null });
    const after = { ...site, header: { preset: 'bold', links: [] } };
    expect(overrideOf(site, before, after).header).toEqual({ preset: 'bold', links: [], logo: null });
  });

  it('takes away a part of what the site does not have', () => {
    const announcement = { enabled: true, message: 'New' };
    const before = { ...site, announcement: { ...announcement, link: { title: 'Read' } } };
    expect(overrideOf(site, before, { ...site, announcement }).announcement).toEqual({ ...announcement, link: null });
  });

  it('adds what the site does not have', () => {
    const announcement = { enabled: true, message: 'New' };
    expect(overrideOf(site, site, { ...site, announcement }).announcement).toEqual(announcement);
  });

  it('tells whether there is any difference, whatever the order of fields', () => {
    const { title, ...rest } = site;
    expect(isOverridden(site, { ...rest, title })).toBe(false);
    expect(isOverridden(site, { ...rest, title: 'Guide' })).toBe(true);
  });
});
