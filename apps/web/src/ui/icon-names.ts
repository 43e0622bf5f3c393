/** Reads the names of all icons, a JSON list. Throws where the answer is another one. */
export async function readIconNames(address: string, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(address, { signal });
  const names: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  if (!Array.isArray(names)) throw new Error('The names of the icons cannot be read. Try again later.');
  return names as string[];
}
