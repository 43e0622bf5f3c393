import { isOfApi, withCaller } from './vary';

it.each(['/v1', '/v1/user', '/v1?x', '/%76%31/user', '/V1/user'])('takes %s for the API', (url) =>
  expect(isOfApi(url)).toBe(true),
);
it.each(['/', '/v10', '/sites/v1', '/livez'])('does not take %s for it', (url) => expect(isOfApi(url)).toBe(false));

it('says what an answer depends on once', () => {
  expect(withCaller()).toBe('Authorization, Cookie');
  expect(withCaller('Origin, cookie')).toBe('Origin, cookie, Authorization');
  expect(withCaller(['Accept', 'Origin'])).toBe('Accept, Origin, Authorization, Cookie');
});
