import type { ServiceConfig } from '@bindery/config';
import type { ApiError } from '@bindery/contracts';
import type { IdentityConfig } from '../identity.config';
import { DomainOwnership, type TxtResolver } from './domain-ownership';

const config = { SECRET_KEY: Buffer.alloc(32, 1), SECRET_KEY_OLD: [] } as unknown as ServiceConfig;

const ownership = (verification: 'off' | 'dns', resolver: TxtResolver) =>
  new DomainOwnership(config, { EMAIL_DOMAIN_VERIFICATION: verification } as IdentityConfig, resolver);

const answers = (...records: string[][]): TxtResolver => ({ resolveTxt: () => Promise.resolve(records) });
const fails = (code: string): TxtResolver => ({
  resolveTxt: () => Promise.reject(Object.assign(new Error(code), { code })),
});

/** The record that the error for a domain names. */
async function recordFor(organization: string, domain: string): Promise<string> {
  const refused = await ownership('dns', fails('ENODATA'))
    .accept(organization, [domain], [])
    .catch((error: ApiError) => error);
  const [, record] = /TXT record (\S+) to/.exec((refused as ApiError).message) ?? [];
  return record!;
}

it('asks nobody when verification is off', async () => {
  const domains = ownership('off', fails('ETIMEOUT'));
  expect(await domains.accept('o1', ['Example.com', 'example.com'], [])).toEqual(['example.com']);
  expect(await domains.owners('example.com', ['o1', 'o2'])).toEqual(['o1', 'o2']);
});

it('accepts a new domain once its record is there, and says which record that is', async () => {
  const record = await recordFor('o1', 'example.com');
  expect(record).toMatch(/^bindery-domain-verification=[\w-]{32}$/);
  const cut = [record.slice(0, 10), record.slice(10)];
  const domains = ownership('dns', answers(['v=spf1 -all'], cut));
  expect(await domains.accept('o1', ['example.com'], [])).toEqual(['example.com']);
});

it('leaves the domains alone that an organization lists already', async () => {
  expect(await ownership('dns', fails('ENOTFOUND')).accept('o1', ['example.com'], ['example.com'])).toEqual([
    'example.com',
  ]);
});

it('counts a domain for the organization that its record names, and for that domain', async () => {
  const record = await recordFor('o1', 'example.com');
  expect(await recordFor('o2', 'example.com')).not.toBe(record);
  expect(await recordFor('o1', 'example.org')).not.toBe(record);
  const domains = ownership('dns', answers([record]));
  expect(await domains.owners('example.com', ['o1', 'o2'])).toEqual(['o1']);
  expect(await domains.owners('example.org', ['o1', 'o2'])).toEqual([]);
});

it.each(['ENOTFOUND', 'ENODATA'])('takes %s for no record', async (code) => {
  expect(await ownership('dns', fails(code)).owners('example.com', ['o1'])).toEqual([]);
});

it.each(['ETIMEOUT', 'ESERVFAIL'])('does not take %s for an answer', async (code) => {
  await expect(ownership('dns', fails(code)).owners('example.com', ['o1'])).rejects.toMatchObject({ code: 503 });
});

it.each(['gmail.com', 'GMX.de', 'no domain', 'localhost'])('never accepts %s', async (domain) => {
  await expect(ownership('off', answers()).accept('o1', [domain], [])).rejects.toMatchObject({
    code: 400,
    details: [{ field: 'body.emailDomains' }],
  });
});

it.each(['co.uk', 'github.io', 'com.br', 'gov.uk', 'Co.Uk'])(
  'takes no domain below which others have theirs, as %s',
  async (domain) => {
    const domains = ownership('off', fails('ENODATA'));
    await expect(domains.accept('o1', [domain], [])).rejects.toMatchObject({
      code: 400,
      details: [{ field: 'body.emailDomains' }],
    });
    // This also applies to domains that an organization listed before.
    expect(await domains.owners(domain.toLowerCase(), ['o1'])).toEqual([]);
    expect(await domains.accept('o1', [`company.${domain}`], [])).toEqual([`company.${domain.toLowerCase()}`]);
  },
);
