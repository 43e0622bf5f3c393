import { checkout } from '@bindery/launcher';
import type { ApiClient } from '../api-client';
import { runService } from '../operate/run-services';

/** A link that signs the user of a token in, once; absent where users can sign in by mail alone. */
export async function signInLink(
  api: ApiClient,
  identity: NodeJS.ProcessEnv,
): Promise<{ email?: string; link?: string }> {
  const { email } = await api.get<{ email?: string }>('/user').catch(() => ({ email: undefined }));
  if (!email) return {};
  const made = runService(checkout.program('identity'), ['sign-in', 'link', email], identity);
  const [row] = (await made.catch(() => undefined))?.rows ?? [];
  return { email, ...(typeof row?.link === 'string' && { link: row.link }) };
}
