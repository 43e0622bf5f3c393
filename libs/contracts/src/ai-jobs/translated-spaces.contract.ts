import { call, internal } from '../core/endpoint';
import { Id, Nested } from '../core/fields';

/** Translations that one question may name: as many as the places of a revision can depend on. */
export const maxAskedTranslations = 1_000;

/** Translations of an organization, for any caller. */
export class TranslationRefs {
  @Id() organization!: string;
  @Id({ array: { min: 1, max: maxAskedTranslations } }) translations!: string[];
}

export class SpaceOfTranslation {
  @Id() translation!: string;
  @Id() space!: string;
}

export class SpacesOfTranslations {
  @Nested(() => SpaceOfTranslation, {
    array: { max: maxAskedTranslations },
    description: 'The spaces. Translations that do not exist or have no translated space yet are left out.',
  })
  spaces!: SpaceOfTranslation[];
}

/** The calls of content about translations, to show them. Content decides which callers may read the space. */
export const translatedSpaces = internal('ai-jobs', {
  listTranslatedSpaces: call({ body: TranslationRefs, returns: SpacesOfTranslations, timeout: 2_000 }),
});
