import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drill } from './drill';

/**
 * `npm run drill -- <megabytes>`: the restore drill, in a temporary folder. In a file of its own, as every `main`: what a
 * compiled file exports besides others, a program cannot import by name.
 */
export async function main([megabytes = '1000']: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-drill-'));
  await chmod(folder, 0o755);
  try {
    const { manifest, took, ...found } = await drill(folder, Number(megabytes));
    const bytes = [...manifest.files, ...manifest.objects].reduce((sum, { size }) => sum + size, 0);
    const seconds = Object.entries(took).map(([step, value]) => `${step} ${value.toFixed(1)} s`);
    console.log(`${(bytes / 1e6).toFixed(0)} MB: ${seconds.join(', ')}`);
    console.log(
      `${found.lost} of ${found.acknowledged} acknowledged writes lost; checksums ${found.same ? 'equal' : 'DIFFER'}`,
    );
    if (found.lost > 0 || !found.same) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
