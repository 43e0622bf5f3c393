import { Allowances } from '../rate-limit/allowances';
import { SiteGuesses } from './site-guesses';

it('takes the addresses of one subscriber for one', async () => {
  const lease = () => Promise.resolve({ limit: 1, granted: 1, remaining: 0, resetsIn: 60_000 });
  const guesses = new SiteGuesses(new Allowances(lease, () => 0), () => 0);
  await guesses.count('2001:db8:1:2::1');
  expect(() => guesses.check('2001:db8:1:2:ffff::9')).toThrow(expect.objectContaining({ code: 429 }));
  expect(() => guesses.check('2001:db8:1:3::1')).not.toThrow();
});

it('refuses an address that has found no site too often, and no other, until its period is over', async () => {
  let time = 0;
  const lease = () => Promise.resolve({ limit: 3, granted: 3, remaining: 0, resetsIn: 60_000 });
  const guesses = new SiteGuesses(new Allowances(lease, () => time), () => time);
  for (let guess = 0; guess < 3; guess++) {
    expect(() => guesses.check('192.0.2.1')).not.toThrow();
    await guesses.count('192.0.2.1');
  }
  expect(() => guesses.check('192.0.2.1')).toThrow(expect.objectContaining({ code: 429, retryAfter: 60 }));
  expect(() => guesses.check('192.0.2.2')).not.toThrow();
  time = 60_000;
  expect(() => guesses.check('192.0.2.1')).not.toThrow();
});
