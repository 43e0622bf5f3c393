import { parseAllowList } from '@bindery/outbound';
import { checkSsoUrl } from './sso-url';

const allow = parseAllowList('10.0.0.0/8');

it('may lead to public addresses and names, and to what the operator allows', () => {
  for (const url of ['https://idp.example.com/sso', 'https://93.184.216.34/sso', 'https://10.1.2.3/sso'])
    expect(() => checkSsoUrl(url, allow)).not.toThrow();
});

it.each([
  'https://192.168.0.1/',
  'https://localhost/',
  'https://a.localhost./',
  'https://[fd00::1]/',
  'http://2130706433/',
])('may not lead to %s', (url) => expect(() => checkSsoUrl(url, allow)).toThrow('private address'));
