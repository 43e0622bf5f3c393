/** Waits for all, also when one fails, so that nothing goes on behind the caller's back. */
export async function allEnded(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}
