type Close = () => Promise<void>;

/** The set-up of a run, which is compiled, and its files, which are not, find the list by this name. */
const key = Symbol.for('bindery.closeAtEnd');
const ofProcess = globalThis as { [key]?: Close[] };

/** Has something closed when no further test file runs in this process. */
export function closeAtEnd(close: Close): void {
  if (!ofProcess[key]) endWithJest();
  (ofProcess[key] ??= []).push(close);
}

/** Ends a worker process, which a running service keeps alive, when Jest stops listening to it. The test servers end with the run. */
function endWithJest(): void {
  if (process.send) process.on('removeListener', (event) => event === 'message' && process.exit());
}

/** At the end of a run whose files ran in the process of its set-up. */
export async function closeAll(): Promise<void> {
  await Promise.all((ofProcess[key] ?? []).map((close) => close()));
}
