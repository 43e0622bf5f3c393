import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readConfig, serviceSettings } from '@bindery/config';
import { createLogger } from '@bindery/observability';
import { Database, newId, PersistenceModule } from '@bindery/persistence';
import { createToken, hashToken, hintOf } from '@bindery/secrets';
import { identity } from './index';
import { MemberRepository } from './members/member.repository';
import { OrganizationRepository } from './organizations/organization.repository';
import { TokenRepository } from './tokens/token.repository';
import { UserRepository } from './users/user.repository';

/** What a first start needs to be of use, as scripts read it from `.bindery/dev.json`. */
interface Seed {
  token: string;
  organization: string;
  secondOrganization: string;
  secondUserToken: string;
}

/**
 * Makes two organizations, an administrator of both and a user of the second only, each with a new token. What exists is
 * kept: people are recognised by e-mail address, organizations by title.
 */
async function seed(env: NodeJS.ProcessEnv): Promise<Seed> {
  const config = readConfig(serviceSettings, env);
  const logger = createLogger('identity', 'error');
  const { entities } = identity(env);
  const app = await NestFactory.createApplicationContext(
    {
      module: class SeedModule {},
      imports: [PersistenceModule.forRoot({ service: 'identity', config, entities, logger })],
      providers: [UserRepository, OrganizationRepository, MemberRepository, TokenRepository],
    },
    { logger: false },
  );
  try {
    const [users, organizations, members, tokens] = [
      app.get(UserRepository),
      app.get(OrganizationRepository),
      app.get(MemberRepository),
      app.get(TokenRepository),
    ];

    const user = async (email: string, displayName: string) => {
      const known = await users.byEmail(email);
      if (known) return known.id;
      const id = newId();
      await users.insert({ id, email, displayName, emailVerifiedAt: new Date() });
      return id;
    };
    const organization = async (title: string, admin: string, member?: string) => {
      const known = await organizations.ofMemberByTitle(admin, title);
      if (known) return known.id;
      const { id } = await organizations.insert({ id: newId(), title, type: 'business' });
      await members.add(id, admin, 'admin');
      if (member) await members.add(id, member, 'edit');
      return id;
    };
    const tokenFor = async (userId: string) => {
      const token = createToken('user');
      await tokens.insert({
        id: newId(),
        userId,
        label: 'First start',
        hash: hashToken(token),
        hint: hintOf(token),
        expiresAt: null,
      });
      return token;
    };

    return await app.get(Database).transaction(async () => {
      const admin = await user('admin@bindery.local', 'Administrator');
      const second = await user('second@bindery.local', 'Second user');
      return {
        token: await tokenFor(admin),
        organization: await organization('My organization', admin),
        secondOrganization: await organization('Second organization', admin, second),
        secondUserToken: await tokenFor(second),
      };
    });
  } finally {
    await app.close();
  }
}

seed(process.env).then(
  (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  (error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exitCode = 1;
  },
);
