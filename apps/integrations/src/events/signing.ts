import { createHmac } from 'node:crypto';

/** The keys with which an integration verifies messages. Each is `whsec_` and 32 bytes in base64. */
export interface SigningSecrets {
  integration: string;
  installation?: string;
  spaceInstallation?: string;
  siteInstallation?: string;
}

const prefix = 'whsec_';

export const signingSecretOf = (key: Buffer): string => prefix + key.toString('base64');

/** The key of one installation, derived from that of the integration. */
export const derivedSecret = (key: Buffer, installation: string): string =>
  signingSecretOf(createHmac('sha256', key).update(`bindery signing ${installation}`).digest());

/**
 * The headers of a signed message by Standard Webhooks (standardwebhooks.com, 1.0): the receiver can verify the sender
 * and the content, and detect a repeated message by its id. It is signed with each of the keys, newest first,
 * so that a receiver with any of them can verify it.
 */
export function signedHeaders(id: string, body: Buffer, sentAt: Date, secrets: string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest('base64'),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}
