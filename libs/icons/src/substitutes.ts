/** Names of icons that are not free, with a similar free one. */
export const substitutes: Record<string, string> = {
  books: 'book',
  chart: 'chart-simple',
  chatgpt: 'openai',
  cursor: 'arrow-pointer',
  gitbook: 'book-open',
  'gitbook-assistant': 'wand-magic-sparkles',
  grid: 'table-cells-large',
  memo: 'note-sticky',
  'octagon-check': 'circle-check',
  puzzle: 'puzzle-piece',
  'rectangle-terminal': 'terminal',
  sparkle: 'wand-magic-sparkles',
  sparkles: 'wand-magic-sparkles',
  'square-terminal': 'terminal',
  vscode: 'code',
};
