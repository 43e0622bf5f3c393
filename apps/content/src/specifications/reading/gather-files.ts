import { parsedUrl } from '@bindery/contracts';
import { Deviations } from './deviations';
import type { SpecificationText } from './openapi-reading';
import { parseText } from './parse-text';
import type { ParsedText } from './parsed-text';
import { referencesIn, splitReference } from './references';
import { parseError, SpecificationError } from './specification-error';

/** One file of a specification, in the common form of OpenAPI parsers. */
export interface SpecificationFile {
  isEntrypoint: boolean;
  filename: string;
  dir: string;
  /** The files that it refers to, by `filename`. */
  references: string[];
  specification: object;
}

/** Fetches a further file. Throws SpecificationError. */
export type LoadFile = (url: string) => Promise<SpecificationText>;

interface GatheredFiles {
  /** The first of them is the root. */
  files: SpecificationFile[];
  entry: ParsedText;
  /** Whether a file is missing that may be available at another time. */
  isPartial: boolean;
}

const maxFiles = 100;

/**
 * A specification with all files that it refers to. References between files become absolute, so that they have the same
 * target in every file. An unreadable file is left out and reported.
 */
export async function gatherFiles(
  entry: SpecificationText,
  load: LoadFile,
  deviations: Deviations,
): Promise<GatheredFiles> {
  const parsed = parseText(entry.text, deviations);
  if (entry.problem) deviations.add('ENCODING', entry.problem);
  const files = [fileOf(entry.url ?? 'openapi', entry.url, parsed.value, { deviations })];
  files[0]!.isEntrypoint = true;
  const known = new Set([files[0]!.filename]);
  let isPartial = false;
  for (let at = 0; at < files.length; at++) {
    for (const url of files[at]!.references) {
      if (known.has(url)) continue;
      if (known.size >= maxFiles) {
        deviations.add('TOO_MANY_FILES', `The specification has more than ${maxFiles} files; the others are left out`);
        return { files, entry: parsed, isPartial };
      }
      known.add(url);
      try {
        const { text, url: base, problem } = await load(url);
        if (problem) deviations.add('ENCODING', problem);
        files.push(fileOf(url, base, parseText(text, deviations, url).value, { deviations, file: url }));
      } catch (error) {
        if (!(error instanceof SpecificationError)) throw error;
        for (const { code = error.code, message } of error.errors)
          deviations.add(code, message.includes(url) ? message : `${url}: ${message}`);
        isPartial ||= error.isTemporary;
      }
    }
  }
  return { files, entry: parsed, isPartial };
}

function fileOf(
  filename: string,
  base: string | null,
  value: unknown,
  { deviations, file: named }: { deviations: Deviations; file?: string },
): SpecificationFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw parseError(`${filename} is not an object`);
  const references = new Set<string>();
  for (const holder of referencesIn(value, deviations, { file: named })) {
    const [file, pointer] = splitReference(holder.$ref);
    if (file === '') continue;
    // The plain name of a model is resolved later.
    if (base === null && /^\w+$/.test(file) && pointer === '') continue;
    const target = absolute(file, base);
    if (target === undefined) {
      const why = base === null ? 'only a specification with a URL may refer to other files' : 'it is not a URL';
      deviations.add('UNKNOWN_FILE', `${file} cannot be resolved: ${why}`);
      continue;
    }
    holder.$ref = target === filename ? `#${pointer}` : `${target}#${pointer}`;
    if (target !== filename) references.add(target);
  }
  return { isEntrypoint: false, filename, dir: './', references: [...references], specification: value };
}

const absolute = (file: string, base: string | null): string | undefined => parsedUrl(file, base ?? undefined)?.href;
