import { isAddress, isWebAddress } from './addresses';

it.each([
  ['https://example.com', true, true],
  ['mailto:a@example.com', true, false],
  ['./setup.md#x', true, true],
  ['#setup', true, true],
  ['//example.com/a.png', true, true],
  ['', false, false],
  ['javascript:alert(1)', false, false],
  [' java\nscript:alert(1)', false, false],
  ['\u0001javascript:alert(1)', false, false],
  ['data:image/png;base64,aGk=', false, false],
  ['file:///C:/a.png', false, false],
])('%j leads a link there: %s, and a picture: %s', (url, ofLink, ofPicture) => {
  expect([isAddress(url), isWebAddress(url)]).toEqual([ofLink, ofPicture]);
});
