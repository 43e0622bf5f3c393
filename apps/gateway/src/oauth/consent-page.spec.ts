import { consentPage } from './consent-page';

it('shows names and parameters as text, whatever is in them', () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)> <b>Verified</b>`;
  const page = consentPage({
    client: hostile,
    redirectUri: 'https://client.example/back',
    scopes: ['read'],
    user: hostile,
    organizations: [{ id: hostile, title: hostile }],
    parameters: { state: hostile, client_id: 'c' },
  });
  expect(page).not.toMatch(/<(script|img|b)\b/);
  // The client, the user, the title, and two attributes.
  expect(page.split('&lt;script')).toHaveLength(6);
});
