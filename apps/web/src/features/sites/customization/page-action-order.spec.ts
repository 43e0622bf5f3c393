import { inMenu, orderOf, swapped } from './page-action-order';

it('begins with the actions that a customization names, and has each once', () => {
  expect(inMenu(orderOf())).toEqual(['markdown', 'mcp', 'external-ai', 'pdf']);
  expect(inMenu(orderOf(['pdf', 'unknown', 'mcp', 'pdf']))).toEqual(['pdf', 'mcp', 'markdown', 'external-ai']);
});

it('keeps the places of the other actions when two change theirs', () => {
  const order = orderOf(['assistant', 'mcp', 'git', 'pdf']);
  expect(swapped(order, 'mcp', 'pdf')).toEqual(['assistant', 'pdf', 'git', 'mcp', 'markdown', 'external-ai']);
});
