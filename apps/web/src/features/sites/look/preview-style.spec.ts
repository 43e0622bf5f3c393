import { readableOn } from './preview-style';

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
