import { findIcon, iconNames, iconsVersion, svgOf } from './icons';

it('draws the icon of a name, in the style that is asked for', () => {
  const solid = findIcon('heart')!;
  expect(solid).toEqual(findIcon('fa-solid fa-heart'));
  expect(findIcon('fa-regular fa-heart')).not.toEqual(solid);
  expect(solid.path).toMatch(/^M[\d\s.a-zA-Z,-]+$/);
  expect(svgOf(solid)).toContain(`viewBox="${solid.viewBox}"`);
});

it('draws a similar icon for one that is not free, and a dot for an unknown name', () => {
  expect(findIcon('sparkles')).toEqual(findIcon('wand-magic-sparkles'));
  expect(findIcon('rocket-launch')).toEqual(findIcon('rocket'));
  expect(findIcon('no-such-thing')).toEqual(findIcon('constructor'));
  for (const value of ['', '<b>', '../solid/rocket', 'x'.repeat(61)]) expect(findIcon(value)).toBeUndefined();
});

it('lists each name once', () => {
  const names = iconNames();
  expect(names).toEqual(expect.arrayContaining(['github', 'heart', 'rocket']));
  expect(new Set(names).size).toBe(names.length);
  expect(iconsVersion).toMatch(/^[0-9a-f]{8}$/);
});
