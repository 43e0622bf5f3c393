import { orderOf } from './page-action-order';

it('begins with the actions that a customization names, and has each once', () => {
  expect(orderOf()).toEqual(['markdown', 'mcp', 'externalAI', 'pdf']);
  expect(orderOf(['pdf', 'unknown', 'mcp', 'pdf'])).toEqual(['pdf', 'mcp', 'markdown', 'externalAI']);
});
