import { customizationOf, type Customization } from './customization';
import { asMeant } from './sent-look';

describe('themes of code that a client sends back', () => {
  const theme = (light: string, dark: string) => ({ light, dark });
  const look = (codeTheme: object): Customization => ({ styling: { codeTheme } });
  const read = (...layers: Customization[]) => customizationOf(...layers).styling.codeTheme!;
  const saved = (before: Customization, change: object) => read(asMeant(look({ ...read(before), ...change }), before));

  it('are changed by `light` and `dark` alone, with those of APIs that are the same', () => {
    const [nord, changed] = [theme('nord', 'nord'), theme('one', 'nord')];
    expect(saved(look(nord), { light: 'one' })).toEqual({ ...changed, default: changed, openapi: changed });
    const [reset, api] = [theme('default-light', 'nord'), theme('two', 'two')];
    const own = look({ default: nord, openapi: api });
    expect(saved(own, { light: 'default-light' })).toEqual({ ...reset, default: reset, openapi: api });
  });

  it('are changed by `default` and `openapi`, also without `light` and `dark`', () => {
    const [nord, api] = [theme('nord', 'nord'), theme('one', 'two')];
    expect(saved(look(nord), { default: api })).toEqual({ ...api, default: api, openapi: nord });
    const absent = theme('default-light', 'default-dark');
    expect(saved(look(nord), { ...absent, openapi: api })).toEqual({ ...nord, default: nord, openapi: api });
    expect(saved(look(nord), { ...api, default: theme('x', 'y') })).toMatchObject({ default: theme('x', 'y') });
  });

  it('are those of a site-space over those of its site', () => {
    const site = look(theme('nord', 'nord'));
    const { styling } = asMeant(look({ ...read(site), dark: 'one' }), site, {});
    expect(read(site, { styling: styling! })).toMatchObject({ default: theme('nord', 'one') });
    expect(asMeant({ styling: null as never }, site)).toEqual({ styling: null });
  });
});

describe('page actions that a client sends back', () => {
  it('keep the places of those that are off, which answers leave out', () => {
    const order = ['mcp', 'pdf', 'markdown', 'external-ai'];
    const before = { pageActions: { mcp: false, items: order } };
    const { items } = customizationOf(before).pageActions;
    expect(items).toEqual(['markdown', 'external-ai']);
    const saved = (change: Customization, site: Customization = before) =>
      customizationOf(site, asMeant(change, site)).pageActions.items;
    const on = { pageActions: { mcp: true, items }, pdf: { enabled: true } };
    expect(saved(on)).toEqual(order);
    expect(saved(asMeant({ pageActions: { items } }, before), before)).toEqual(items);
    const other = { pageActions: { mcp: true, items: ['external-ai', 'markdown'] }, pdf: { enabled: true } };
    expect(saved(other)).toEqual(['mcp', 'pdf', 'external-ai', 'markdown']);
  });

  it('lose the place of one that is on and is sent no longer', () => {
    const sent = asMeant({ pageActions: { items: ['mcp'] } }, {});
    expect(customizationOf(sent).pageActions.items).toEqual(['mcp', 'markdown', 'external-ai']);
  });
});
