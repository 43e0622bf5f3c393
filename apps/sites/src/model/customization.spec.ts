import { customizationOf, type Customization } from './customization';

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
