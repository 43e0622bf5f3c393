import { pathOf } from './labels';

it.each([
  ['https://docs.example.com/caf%C3%A9/install?x=1', '/café/install'],
  ['https://docs.example.com/%E0%A4%A', 'https://docs.example.com/%E0%A4%A'],
  ['nowhere', 'nowhere'],
])('shows %s as %s', (address, path) => expect(pathOf(address)).toBe(path));
