import { parsedUrl } from '@bindery/contracts';
import type { SpecificationText } from './openapi-reading';
import { parseText } from './parse-text';
import { referencesIn, splitReference } from './references';
import { parseError } from './specification-error';

/** One file of a specification, in the shape that parsers of OpenAPI exchange. */
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

const maxFiles = 100;

/**
 * A specification with all files that it refers to, the first of them first. References between files become absolute,
 * so that they mean the same in every file.
 */
export async function gatherFiles(
  entry: SpecificationText,
  load: LoadFile,
): Promise<{ files: SpecificationFile[]; format: 'json' | 'yaml' }> {
  const { value, format } = parseText(entry.text);
  const files = [fileOf(entry.url ?? 'openapi', entry.url, value)];
  const known = new Set([files[0]!.filename]);
  for (let at = 0; at < files.length; at++) {
    for (const url of files[at]!.references) {
      if (known.has(url)) continue;
      known.add(url);
      if (known.size > maxFiles) throw parseError(`The specification has more than ${maxFiles} files`);
      const text = await load(url);
      files.push(fileOf(url, text.url, parseText(text.text).value));
    }
  }
  files[0]!.isEntrypoint = true;
  return { files, format };
}

function fileOf(filename: string, base: string | null, value: unknown): SpecificationFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw parseError(`${filename} does not hold an object`);
  const references = new Set<string>();
  for (const holder of referencesIn(value)) {
    const [file, pointer] = splitReference(holder.$ref);
    if (file === '') continue;
    const target = absolute(file, base);
    holder.$ref = target === filename ? `#${pointer}` : `${target}#${pointer}`;
    if (target !== filename) references.add(target);
  }
  return { isEntrypoint: false, filename, dir: './', references: [...references], specification: value };
}

function absolute(file: string, base: string | null): string {
  const parsed = parsedUrl(file, base ?? undefined);
  if (parsed) return parsed.href;
  throw parseError(
    base === null
      ? `${file} cannot be resolved: only a specification with an address may refer to other files`
      : `${file} is not the address of a file`,
  );
}
