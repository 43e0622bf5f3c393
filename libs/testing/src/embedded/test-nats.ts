import { inboxPrefix } from '@bindery/config';
import type { ProcessName } from '@bindery/launcher';
import { testUser } from '../run/test-servers';
import { connect } from 'nats';
import { borrowAccount, returnAccount, testServers } from './broker-client';

/** The options of `connect` of the package `nats`. */
export interface NatsConnection {
  servers: string;
  user: string;
  pass: string;
  inboxPrefix: string;
}

export interface TestNats {
  /** As a process of the platform, with the permissions it has in production. */
  user(name: ProcessName): NatsConnection;
  /** As a process of a platform that a test makes up, with operations, events and consumers that no contract has. */
  openUser(name: ProcessName): NatsConnection;
  /** With all permissions inside this account. */
  admin: NatsConnection;
  /** Removes the streams and gives the account back. */
  close(): Promise<void>;
}

/**
 * An account of its own on the NATS server of the test run: test files that run at the same time do not see each
 * other's subjects and streams.
 */
export async function testNats(): Promise<TestNats> {
  const { natsUrl, natsPassword } = await testServers();
  const account = await borrowAccount();
  const login = (name: string) => ({ servers: natsUrl, user: testUser(account, name), pass: natsPassword });
  const admin = { ...login('admin'), inboxPrefix: '_INBOX_admin' };
  return {
    user: (name) => ({ ...login(name), inboxPrefix: inboxPrefix(name) }),
    openUser: (name) => ({ ...login(`open-${name}`), inboxPrefix: inboxPrefix(name) }),
    admin,
    close: async () => {
      await removeStreams(admin);
      await returnAccount(account);
    },
  };
}

async function removeStreams(admin: NatsConnection): Promise<void> {
  const connection = await connect(admin);
  const { streams } = await connection.jetstreamManager();
  for await (const { config } of streams.list()) await streams.delete(config.name);
  await connection.close();
}
