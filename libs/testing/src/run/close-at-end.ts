type Close = () => Promise<void>;

/** The resources that files of a process share, and a function that closes all of them. */
interface SharedByFiles {
  closes: Close[];
  closeAll(): Promise<void>;
}

/** The set-up of a run, which is compiled, its files, which are not, and their environment find it by this name. */
const key = Symbol.for('bindery.closeAtEnd');
const ofProcess = globalThis as { [key]?: SharedByFiles };

/** Has something closed when no further test file runs in this process. */
export function closeAtEnd(close: Close): void {
  if (!ofProcess[key]) endWithJest();
  (ofProcess[key] ??= { closes: [], closeAll }).closes.push(close);
}

/**
 * Ends a worker process, which a running service keeps alive, when Jest stops listening to it: Jest's listener is the first, as it
 * loads all others. The test servers end with the run.
 */
function endWithJest(): void {
  const [ofJest] = process.listeners('message');
  if (process.send && ofJest)
    process.on('removeListener', (event, listener) => event === 'message' && listener === ofJest && process.exit());
}

/**
 * Closes what files of this process share: at the end of a run whose files ran in the process of its set-up, and before a file
 * that looks at the whole process. Throws after all of it was tried.
 */
export async function closeAll(): Promise<void> {
  const outcomes = await Promise.allSettled((ofProcess[key]?.closes ?? []).map((close) => close()));
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'Resources that test files share could not be closed');
}
