import { directionOfText } from './direction';

it.each([
  ['مرحبا', 'rtl'],
  ['1. שלום', 'rtl'],
  ['API: مرحبا', undefined],
  ['Hello', undefined],
  ['…', undefined],
])('tells the direction of %s by its first letter', (text, direction) => {
  expect(directionOfText(text)).toBe(direction);
});
