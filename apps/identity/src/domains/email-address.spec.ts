import { domainOf, normalDomain, normalEmail } from './email-address';
import { isPublicMailDomain } from './public-mail';

it.each([
  ['Example.COM', 'example.com'],
  ['example.com.', 'example.com'],
  ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['xn--MNCHEN-3ya.example', 'xn--mnchen-3ya.example'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  // In IDNA, full-width letters are the same letters.
  ['ｅｘａｍｐｌｅ.com', 'example.com'],
])('%s is compared as %s', (domain, normal) => expect(normalDomain(domain)).toBe(normal));

it.each([
  '',
  'localhost',
  '.example.com',
  'example..com',
  'exa mple.com',
  '-a.com',
  'a-.com',
  'a_b.com',
  '10.0.0.1',
  '[::1]',
  'example.com/x',
  'example.com?x',
  'example.com#x',
  'example.com\\x',
  'ex%61mple.com',
  'example.com:80',
  'user@example.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
])('%j is no domain', (domain) => expect(normalDomain(domain)).toBeUndefined());

it('addresses are compared in lower case, with a normal domain', () => {
  expect(normalEmail(' Jo.Doe@EXAMPLE.com ')).toBe('jo.doe@example.com');
  expect(normalEmail('jo@münchen.example')).toBe('jo@xn--mnchen-3ya.example');
  for (const email of ['jo', '@example.com', 'jo@', 'jo@localhost', 'a b@example.com', 'jo@example.com@gmail.com'])
    expect(normalEmail(email)).toBeUndefined();
  expect(domainOf('jo@Example.com')).toBe('example.com');
});

it('public mail is known by its domain, exactly', () => {
  for (const domain of ['gmail.com', 'googlemail.com', 'outlook.com', 'yahoo.co.jp', 'gmx.de', 'proton.me', 'qq.com'])
    expect(isPublicMailDomain(domain)).toBe(true);
  for (const domain of ['example.com', 'mail.example.com', 'gmail.com.example.com', 'notgmail.com'])
    expect(isPublicMailDomain(domain)).toBe(false);
});
