/** Waits until a file that is being made is there: its address answers 202 until then. Ends early when the signal is aborted. */
export async function waitForFile(address: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const response = await fetch(address, { signal });
    await response.body?.cancel();
    if (response.status === 200) return address;
    if (response.status !== 202) throw new Error(`The file could not be created (${response.status}). Try again.`);
    const seconds = Number(response.headers.get('retry-after')) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    signal.throwIfAborted();
  }
}
