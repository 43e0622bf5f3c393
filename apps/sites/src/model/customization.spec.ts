import { customizationOf } from './customization';

const picture = { light: 'https://example.com/light.svg', dark: 'https://example.com/dark.svg' };

describe('a look of several layers', () => {
  it('has the favicon of the last layer that has one, whatever its kind', () => {
    expect(customizationOf({ favicon: { icon: picture } }, { favicon: { emoji: '1f4d6' } }).favicon).toEqual({
      emoji: '1f4d6',
    });
    expect(customizationOf({ favicon: { emoji: '1f4d6' } }, { favicon: { icon: picture } }).favicon).toEqual({
      icon: picture,
    });
    expect(customizationOf({ favicon: { emoji: '1f4d6' } }, { favicon: {} }).favicon).toEqual({ emoji: '1f4d6' });
  });
});
