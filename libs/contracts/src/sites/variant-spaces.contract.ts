import { batch } from '../core/compose';
import { Id } from '../core/fields';

/** The spaces that are variants beside a space: with it in a section of a published site, or at the root of one. */
export class VariantSpaces {
  @Id({ array: true }) spaces!: string[];
}

/** By space id. The content service decides which of them a reader sees. */
export const variantSpaces = batch('sites', 'variantSpaces', VariantSpaces, { missing: () => ({ spaces: [] }) });
