import { customizationOf, overridden, type Customization } from './customization';

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

describe('the page actions of a look', () => {
  const items = (look: Customization) => customizationOf(look).pageActions.items;

  it('are those that are on, by their names in the public API', () => {
    expect(items({})).toEqual(['markdown', 'mcp', 'external-ai']);
    expect(items({ pageActions: { mcp: false } })).toEqual(['markdown', 'external-ai']);
    const all = { ai: { mode: 'assistant' }, git: { showEditLink: true }, pdf: { enabled: true } };
    expect(items(all)).toEqual(['assistant', 'markdown', 'mcp', 'external-ai', 'git', 'pdf']);
  });

  it('are in the order of the look, which can have former names', () => {
    const order = ['pdf', 'externalAI', 'constructor', 'assistant', 'pdf', 'mcp'];
    expect(items({ pageActions: { items: order } })).toEqual(['external-ai', 'mcp', 'markdown']);
    expect(items({ pageActions: { items: order }, ai: { mode: 'assistant' }, pdf: { enabled: true } })).toEqual([
      ...['pdf', 'external-ai', 'assistant', 'mcp', 'markdown'],
    ]);
  });
});

describe('the themes of code', () => {
  const theme = (light: string, dark: string) => ({ light, dark });
  const themes = (...layers: object[]) =>
    customizationOf(...layers.map((codeTheme) => ({ styling: { codeTheme } }))).styling.codeTheme;

  it('are in both forms, whichever is stored', () => {
    const [standard, nord, api] = [theme('default-light', 'default-dark'), theme('nord', 'nord'), theme('one', 'two')];
    expect(themes()).toEqual({ ...standard, default: standard, openapi: standard });
    expect(themes(nord)).toEqual({ ...nord, default: nord, openapi: nord });
    expect(themes({ default: nord, openapi: api })).toEqual({ ...nord, default: nord, openapi: api });
    expect(themes({ ...api, default: nord })).toEqual({ ...nord, default: nord, openapi: api });
    expect(themes({ default: nord, openapi: api }, { light: 'x' })).toEqual({
      ...theme('x', 'nord'),
      default: theme('x', 'nord'),
      openapi: theme('x', 'two'),
    });
  });

  it('are overridden, and no longer, in either form', () => {
    const own = (before: object, change: object) =>
      overridden({ styling: { codeTheme: before } }, { styling: { codeTheme: change as never } }).styling?.codeTheme;
    expect(own({ light: 'nord' }, { default: { light: 'one' } })).toEqual({
      default: { light: 'one' },
      openapi: { light: 'nord' },
    });
    expect(own({ default: { light: 'nord' } }, { light: 'one' })).toEqual({
      default: { light: 'one' },
      openapi: { light: 'one' },
    });
    expect(own({ light: 'nord', dark: 'nord' }, { light: null })).toEqual({
      default: { dark: 'nord' },
      openapi: { dark: 'nord' },
    });
    expect(own({ light: 'nord' }, { default: null })).toEqual({ openapi: { light: 'nord' } });
  });
});
