import { isOverridden, overrideOf } from './override';

const site = {
  title: 'Docs',
  styling: { font: 'Inter', primaryColor: { light: '#000000', dark: '#ffffff' } },
  favicon: { emoji: '1f4d6' },
  header: { preset: 'default', links: [{ title: 'Blog' }] },
  footer: { groups: [] },
};

describe('the look of a site-space', () => {
  it('overrides only the fields that differ, and takes all other overrides away', () => {
    const look = {
      ...site,
      styling: { ...site.styling, primaryColor: { light: '#aa0044', dark: '#ffffff' } },
      header: { preset: 'default', links: [] },
    };
    expect(overrideOf(site, look)).toEqual({
      title: null,
      styling: { font: null, primaryColor: { light: '#aa0044', dark: null } },
      favicon: null,
      header: { preset: null, links: [] },
      footer: null,
    });
  });

  it('takes a field over from the site that is taken away from it', () => {
    expect(overrideOf(site, { ...site, title: undefined }).title).toBeNull();
  });

  it('adds what the site does not have', () => {
    const announcement = { enabled: true, message: 'New' };
    expect(overrideOf(site, { ...site, announcement }).announcement).toEqual(announcement);
  });

  it('tells whether there is any difference, whatever the order of fields', () => {
    const { title, ...rest } = site;
    expect(isOverridden(site, { ...rest, title })).toBe(false);
    expect(isOverridden(site, { ...rest, title: 'Guide' })).toBe(true);
  });
});
