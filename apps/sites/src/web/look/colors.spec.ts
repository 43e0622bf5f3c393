import { contrast, readable, readableOn } from './colors';

it.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
])('tells the contrast of %s and %s', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
});

it.each(['#346DDB', '#ffff00', '#000', '#ffffff', '#FE9A00', '#808080'])('makes %s readable', (color) => {
  for (const background of ['#ffffff', '#15181d'])
    expect(contrast(readableOn(color, background), background)).toBeGreaterThanOrEqual(readable);
});

it('leaves alone what can be read', () => {
  expect(readableOn('#0550ae', '#ffffff')).toBe('#0550ae');
});
