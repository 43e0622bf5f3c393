import { isRegistered, redirectProblem } from './redirect-uris';

it.each([
  'https://client.example/back?x=1',
  'https://[2001:db8::1]:8443/back',
  'https://bücher.example/back',
  'http://127.0.0.1:33418/callback',
  'http://[::1]/callback',
  'http://localhost/',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
  'com.example.app:/back',
  'com.example.app://back',
  'vscode://publisher.extension/back',
])('takes %s', (uri) => expect(redirectProblem([uri])).toBeUndefined());

it.each([
  'http://client.example/',
  'http://localhost.client.example/',
  'https://a:b@client.example/',
  'https://client.example/#x',
  'https://client.example/\\evil',
  "https://client.example;script-src'unsafe-inline'.evil.example/",
  'https://bindery.test,evil.example/',
  'https://%3Bevil.example/',
  'https://client.example/ x',
  'javascript:alert(1)',
  'JavaScript://x/%0aalert(1)',
  'data:text/html,x',
  'blob:https://client.example/x',
  'intent://x#Intent;end',
  'intent://x',
  'file:///etc/passwd',
  'ms-settings://x',
  'program://back',
  'com.example.app:back',
  '.example://back',
  '/relative',
  '//client.example',
  '',
])('refuses %j', (uri) => expect(redirectProblem([uri])).toBeDefined());

it.each([
  ['http://127.0.0.1:33418/callback', 'http://127.0.0.1:1/callback', true],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:50000/callback', true],
  ['http://127.0.0.1:33418/callback', 'http://127.0.0.1:33418/callback?x', false],
  ['http://127.0.0.1:33418/callback', 'http://localhost:33418/callback', false],
  ['http://127.0.0.1:33418/callback', 'https://127.0.0.1:33418/callback', false],
  ['http://127.0.0.1:33418/callback', 'http://127.0.0.1:33418@evil.example/callback', false],
  ['http://127.0.0.1/callback', 'http://evil.example:80@127.0.0.1/callback', false],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback/../x', false],
  ['https://client.example/back', 'https://client.example:444/back', false],
  ['https://client.example/back', 'https://client.example/back/', false],
  ['https://client.example/back', 'https://client.example.evil/back', false],
])('for %s, %s is registered: %s', (registered, asked, expected) =>
  expect(isRegistered(asked, [registered])).toBe(expected),
);
