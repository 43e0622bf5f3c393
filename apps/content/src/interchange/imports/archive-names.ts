import { isUtf8 } from 'node:buffer';
import { decode } from 'iconv-lite';
import { type Entry, getFileNameLowLevel } from 'yauzl';
import type { ImportProblem } from '@bindery/contracts';
import { quoted } from './archive-source';

/** Marks a name in UTF-8 (APPNOTE.TXT, section 4.4.4). */
const utf8Flag = 0x800;
/** The extra field with a name in UTF-8 (APPNOTE.TXT, section 4.6.9). */
const unicodePath = 0x7075;
/** The encoding of unmarked names in the specification; Windows writes the encoding of its language instead. */
const specified = 'cp437';

/** Decodes names of entries. Zip files do not declare their encoding unless it is UTF-8. */
export class ArchiveNames {
  readonly problems: ImportProblem[] = [];
  private readonly legacy: string = specified;

  constructor(entries: readonly Entry[]) {
    const names = entries.filter(isLegacy).map(({ fileNameRaw }) => fileNameRaw);
    const [first] = names;
    if (!first) return;
    this.legacy = encodingOf(names);
    const file = decode(first, this.legacy);
    const count = names.length === 1 ? 'The name' : `The names of ${names.length} files`;
    this.problems.push({
      severity: 'warning',
      file,
      message: `${count} in the zip file, as ${quoted(file)}, ${names.length === 1 ? 'is' : 'are'} not in UTF-8 and ${names.length === 1 ? 'was' : 'were'} read as ${this.legacy}. Make the zip file with names in UTF-8 if that is wrong.`,
    });
  }

  of(entry: Entry): string {
    if (isLegacy(entry)) return decode(entry.fileNameRaw, this.legacy);
    const { generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields } = entry;
    const isPlain = extraFields.every(({ id }) => id !== unicodePath) && isUtf8(raw);
    return getFileNameLowLevel(isPlain ? flags | utf8Flag : flags, raw, extraFields, true);
  }
}

const isLegacy = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): boolean =>
  (generalPurposeBitFlag & utf8Flag) === 0 && !isUtf8(fileNameRaw) && extraFields.every(({ id }) => id !== unicodePath);

/**
 * Encodings by the bytes of their usual characters: names are too short for statistics. Hangul of EUC-KR are Chinese characters
 * of GB 2312 as well, though few Chinese names hold none of those above them.
 */
const usual: [encoding: string, names: RegExp][] = [
  ['Shift_JIS', /^(?:[\x00-\x7f]|[\x88-\x97][\x40-\xfc]|\x83[\x40-\x96]|\x82[\x4f-\xf1]|\x81[\x40-\xac])*$/],
  ['EUC-KR', /^(?:[\x00-\x7f]*[\xb0-\xc8][\xa1-\xfe]){4,}[\x00-\x7f]*$/],
  ['GB18030', /^(?:[\x00-\x7f]|[\xb0-\xd7][\xa1-\xfe]|[\xa1-\xa3][\xa1-\xfe])*$/],
  ['Big5', /^(?:[\x00-\x7f]|[\xa1-\xc6][\x40-\x7e\xa1-\xfe])*$/],
];

/** Letters of Western languages stand alone among ASCII; characters of East Asian ones are several bytes each. */
function encodingOf(names: readonly Buffer[]): string {
  const all = names.map((name) => name.toString('latin1')).join('\n');
  if (!/[\x80-\xff]{2}/.test(all)) return specified;
  return usual.find(([, pattern]) => pattern.test(all))?.[0] ?? specified;
}
