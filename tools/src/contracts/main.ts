import { writeFileSync } from 'node:fs';
import { arrivingPayloads, writeArrivingPayloads } from './arriving-payloads';
import { breakingChanges } from './breaking-changes';
import { contractsToRelease, currentContracts, formatContracts, releasedContracts, releasedFile } from './snapshot';

/**
 * `npm run contracts`: says what breaks clients of the last release; with `--release` the interface of now becomes the released one,
 * with `--events` the check of events that arrive follows their types.
 */
export async function main(args: string[]): Promise<void> {
  if (args.includes('--release')) {
    const kept = contractsToRelease();
    writeFileSync(releasedFile, formatContracts(kept));
    return console.log(`${Object.keys(kept.operations).length} operations written to ${releasedFile}`);
  }
  const now = currentContracts();
  if (args.includes('--events')) return writeArrivingPayloads(arrivingPayloads(now.events, releasedContracts().events));
  const broken = breakingChanges(releasedContracts(), now);
  for (const problem of broken) console.log(`✗ ${problem}`);
  console.log(broken.length > 0 ? `${broken.length} breaking changes` : '✓ Nothing breaks clients of the last release');
  process.exitCode = broken.length > 0 ? 1 : 0;
}
