import { secretKeysOf } from '@bindery/config';
import type { OperatorCommand } from './operator-command';
import { reseal, type ResealReport } from './reseal';
import { sealedAnswers } from './sealed-places';

export const keysRotate: OperatorCommand = {
  name: 'keys rotate',
  usage: '',
  async run({ definition, config, db }) {
    const keys = secretKeysOf(config);
    const rows: ({ table: string } & ResealReport)[] = [];
    for (const place of [...(definition.sealed ?? []), sealedAnswers(definition.name)])
      rows.push({ table: place.table, ...(await reseal(db, place, keys)) });
    const sum = (of: keyof ResealReport) => rows.reduce((total, row) => total + row[of], 0);
    return {
      rows: rows.map((row) => ({ ...row })),
      summary: `${sum('resealed')} secrets were encrypted again, ${sum('current')} were already encrypted with SECRET_KEY, ${sum('unreadable')} cannot be decrypted`,
      next: nextStep(sum('unreadable'), config.SECRET_KEY_OLD.length),
      failed: sum('unreadable') > 0,
    };
  },
};

function nextStep(unreadable: number, oldKeys: number): string | undefined {
  if (unreadable > 0) return 'give the key that they were sealed with in SECRET_KEY_OLD, and run this again';
  if (oldKeys === 0) return undefined;
  return 'when all services have done this, remove SECRET_KEY_OLD; URLs of files that it signed become invalid';
}
