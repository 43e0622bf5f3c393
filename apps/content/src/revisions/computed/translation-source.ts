import { isId, type ComputedSource, type ResolvedDependency } from '@bindery/contracts';

const translationSource = 'builtin:translation';

/** Whether a translation computes this source. */
export const isOfTranslation = ({ type }: ComputedSource): boolean => type === translationSource;

/** The id of the translation that a source shows; undefined where it names none. */
export function translationOf({ dependencies }: ComputedSource): string | undefined {
  const { translation } = (dependencies ?? {}) as { translation?: { ref?: ResolvedDependency['ref'] | null } | null };
  return translation?.ref ? translationIn(translation.ref) : undefined;
}

/** The id of the translation in a reference; an import may bring any value. */
export const translationIn = ({ kind, translation }: ResolvedDependency['ref']): string | undefined =>
  kind === 'translation' && isId(translation) ? translation : undefined;

/** The location of a document of a translation. */
export const documentSource = (space: string, document: string): ComputedSource => ({
  type: translationSource,
  props: { space, document },
});

/** The source of a page in place of a missing translation. */
export function unresolvedSource(source: ComputedSource): ComputedSource {
  const translation = translationOf(source);
  const ref = translation && { kind: 'translation', translation };
  return { type: translationSource, props: {}, ...(ref && { dependencies: { translation: { ref, value: null } } }) };
}
