import { isId, type ComputedSource, type ResolvedDependency } from '@bindery/contracts';

const translationSource = 'builtin:translation';

/** Whether what is of this source is shown from a translation. */
export const isOfTranslation = ({ type }: ComputedSource): boolean => type === translationSource;

/** The id of the translation that a source shows; undefined where it names none. */
export function translationOf({ dependencies }: ComputedSource): string | undefined {
  const { translation } = (dependencies ?? {}) as { translation?: { ref?: ResolvedDependency['ref'] | null } | null };
  return translation?.ref ? translationIn(translation.ref) : undefined;
}

/** The id of the translation that a reference leads to; what came with an import may be anything. */
export const translationIn = ({ kind, translation }: ResolvedDependency['ref']): string | undefined =>
  kind === 'translation' && isId(translation) ? translation : undefined;

/** Where a document of a translation is. */
export const documentSource = (space: string, document: string): ComputedSource => ({
  type: translationSource,
  props: { space, document },
});

/** The source of a page that stands where a translation is not there. */
export function unresolvedSource(source: ComputedSource): ComputedSource {
  const translation = translationOf(source);
  const ref = translation && { kind: 'translation', translation };
  return { type: translationSource, props: {}, ...(ref && { dependencies: { translation: { ref, value: null } } }) };
}
