import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcessName } from '@bindery/launcher';
import type { TestNats } from '../embedded/test-nats';
import { secretSettings, signingSettings } from './test-keys';

/** The address under which a platform of tests is known, which leads nowhere. */
export const testPublicUrl = 'http://bindery.test';

/** The settings of a process in tests, but for its database: its files, and the mails that it sends, are in the folder. */
export function testEnvironment(name: ProcessName, nats: TestNats, folder: string): Record<string, string> {
  const { servers, user, pass } = nats.user(name);
  return {
    PORT: '0',
    NATS_URL: servers,
    NATS_USER: user,
    NATS_PASSWORD: pass,
    PUBLIC_URL: testPublicUrl,
    ...signingSettings(name),
    ...secretSettings(name),
    STORAGE_URL: pathToFileURL(folder).href,
    MAIL_URL: pathToFileURL(mailFolderIn(folder)).href,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
  };
}

export const mailFolderIn = (folder: string): string => join(folder, 'mail');
