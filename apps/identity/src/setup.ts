import { NestFactory } from '@nestjs/core';
import { postgresAddress, readConfig } from '@bindery/config';
import { defaultTokenLifetimeDays } from '@bindery/contracts';
import { createLogger } from '@bindery/observability';
import { Database, newId, PersistenceModule } from '@bindery/persistence';
import { createToken, hashToken, hintOf } from '@bindery/secrets';
import { entities } from './entities';
import { MemberRepository } from './members/member.repository';
import { OrganizationRepository } from './organizations/organization.repository';
import { TokenRepository } from './tokens/token.repository';
import { UserRepository } from './users/user.repository';

const setupSettings = {
  DATABASE_URL: postgresAddress("the identity service's Postgres address, with its application role"),
};

/** An existing or new entry: `made` is true for a new one. */
interface Entry {
  id: string;
  made: boolean;
}

/** Creates users and organizations before any user exists who could do so through the API. */
class Setup {
  constructor(
    private readonly users: UserRepository,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly tokens: TokenRepository,
  ) {}

  /** The user with this address, which counts as verified. */
  async user(email: string, displayName: string): Promise<Entry> {
    const known = await this.users.byEmail(email);
    if (known) return { id: known.id, made: false };
    const id = newId();
    await this.users.insert({ id, email, displayName, emailVerifiedAt: new Date() });
    return { id, made: true };
  }

  /** The organization with this title of which the user is a member, or a new one with the user as administrator. */
  async organization(title: string, admin: string): Promise<Entry> {
    const known = await this.organizations.ofMemberByTitle(admin, title);
    if (known) return { id: known.id, made: false };
    const { id } = await this.organizations.insert({ id: newId(), title, type: 'business' });
    await this.members.add(id, admin, 'admin');
    return { id, made: true };
  }

  async addEditor(organization: string, user: string): Promise<void> {
    await this.members.add(organization, user, 'edit');
  }

  /** A new token of a user. */
  async token(userId: string, label: string): Promise<string> {
    const token = createToken('user');
    await this.tokens.insert({
      id: newId(),
      userId,
      label,
      hash: hashToken(token),
      hint: hintOf(token),
      expiresAt: new Date(Date.now() + defaultTokenLifetimeDays * 86_400_000),
    });
    return token;
  }
}

/** Runs `work` in one transaction on the database of the identity service, which need not run. Throws `ConfigError`. */
export async function withSetup<T>(env: NodeJS.ProcessEnv, work: (setup: Setup) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = readConfig(setupSettings, env);
  const logger = createLogger('identity', 'error');
  const app = await NestFactory.createApplicationContext(
    {
      module: class SetupModule {},
      imports: [
        PersistenceModule.forRoot({
          service: 'identity',
          config: { DATABASE_URL, DATABASE_POOL: 1 },
          entities,
          logger,
        }),
      ],
      providers: [UserRepository, OrganizationRepository, MemberRepository, TokenRepository],
    },
    { logger: false, abortOnError: false },
  );
  const setup = new Setup(
    app.get(UserRepository),
    app.get(OrganizationRepository),
    app.get(MemberRepository),
    app.get(TokenRepository),
  );
  try {
    const database = app.get(Database);
    return await database.transaction(async () => {
      // Of two concurrent setups, the second finds the entries of the first.
      await database.query(`select pg_advisory_xact_lock(hashtext('setup'))`);
      return work(setup);
    });
  } finally {
    await app.close();
  }
}
