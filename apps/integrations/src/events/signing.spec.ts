import { derivedSecret, signedHeaders, signingSecretOf } from './signing';

it('signs the example of the Standard Webhooks specification as it says', () => {
  const headers = signedHeaders(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    Buffer.from('{"test": 2432232314}'),
    new Date(1614265330_999),
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('gives each installation a key of its own', () => {
  const key = Buffer.alloc(32, 1);
  const secrets = [signingSecretOf(key), derivedSecret(key, 'a'), derivedSecret(key, 'b')];
  expect(new Set(secrets).size).toBe(3);
  for (const secret of secrets) expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
});
