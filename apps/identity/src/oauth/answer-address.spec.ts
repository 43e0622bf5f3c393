import { answerAddress } from './answer-address';

it.each([
  ['https://client.example/back', 'https://client.example/back?error=access_denied&state=a+b%26'],
  ['https://client.example/back?', 'https://client.example/back?error=access_denied&state=a+b%26'],
  ['https://client.example/back?a=b%20c+d', 'https://client.example/back?a=b%20c+d&error=access_denied&state=a+b%26'],
  ['https://client.example/?state=own', 'https://client.example/?state=own&error=access_denied&state=a+b%26'],
  ['com.example.app:/back', 'com.example.app:/back?error=access_denied&state=a+b%26'],
])('leaves %s as it is, and adds what is answered', (redirectUri, expected) => {
  const answer = { error: 'access_denied', state: 'a b&', error_description: undefined };
  expect(answerAddress(redirectUri, answer)).toBe(expected);
});
