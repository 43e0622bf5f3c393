/**
 * The redirect of an OAuth client with the answer to an authorization request: parameters are added after the query that
 * the client registered, which stays unchanged (RFC 6749, section 4.1.2).
 */
export function answerAddress(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const start = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return redirectUri + start + new URLSearchParams(given).toString();
}
