/** Milliseconds that a check waits for an answer. Long, as a machine under load is slow to answer and yet well. */
export const PATIENCE = 15_000;

/** The result of a check: one that does not hold names the remedy. */
export interface Finding {
  about: string;
  holds: boolean;
  detail: string;
  remedy?: string;
}

export const well = (about: string, detail: string): Finding => ({ about, holds: true, detail });

export const ill = (about: string, detail: string, remedy: string): Finding => ({
  about,
  holds: false,
  detail,
  remedy,
});

/** Runs a check; its failure becomes a finding with the remedy for that. */
export async function checked(about: string, remedy: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return well(about, await check());
  } catch (error) {
    return ill(about, reasonOf(error), remedy);
  }
}

/** fetch() says only that it failed, and why in its cause; a refused connection to a name with two addresses has no message. */
export function reasonOf(error: unknown): string {
  const { name, message, cause, code } = error as { name?: string; message?: string; cause?: unknown; code?: string };
  // As `fetch` and `pg` say it.
  if (name === 'TimeoutError' || message === 'timeout expired') return `no answer within ${PATIENCE / 1_000} s`;
  return cause ? reasonOf(cause) : message || code || String(error);
}
