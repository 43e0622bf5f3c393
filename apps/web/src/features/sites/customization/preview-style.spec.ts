import { previewStyle, readableOn } from './preview-style';
import type { Customization } from './use-customization';

describe('text on a colour', () => {
  it('is black or white, by contrast', () => {
    expect([readableOn('#ffffff'), readableOn('#ff0'), readableOn('#3451d1'), readableOn('#000')]).toEqual([
      '#000000',
      '#000000',
      '#ffffff',
      '#ffffff',
    ]);
  });
});

describe('the style of a preview', () => {
  const both = (color: string) => ({ light: color, dark: color });
  const customization = (styling: object) =>
    ({
      styling: {
        theme: 'clean',
        primaryColor: both('#aa0044'),
        infoColor: both('#787878'),
        font: 'Inter',
        monospaceFont: 'FiraCode',
        sidebar: {},
        ...styling,
      },
      header: { preset: 'default' },
    }) as Customization;

  it('has links in the main colour, or in that of the text with a line', () => {
    expect(previewStyle(customization({ links: 'default' }), 'light')['--site-link']).toBe('#aa0044');
    expect(previewStyle(customization({ links: 'accent' }), 'light')).toMatchObject({
      '--site-link': 'inherit',
      '--site-link-line': '#aa0044',
    });
  });

  it('tints panels and text where the customization does', () => {
    expect(previewStyle(customization({}), 'dark')['--site-soft']).toBe('#22252c');
    expect(previewStyle(customization({ tint: { color: both('#00ff00') } }), 'dark')['--site-soft']).toContain(
      '#00ff00',
    );
  });
});
