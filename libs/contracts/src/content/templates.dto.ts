import type { ContentRef } from '@bindery/documents';
import { MapOf, Nested, Value } from '../core/fields';

class TemplateParams {
  @MapOf(
    { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    (value) => typeof (value as { kind?: unknown } | null)?.kind === 'string' || 'must be a content reference',
    { max: 20, optional: true, description: 'The targets of references in the pages of the template, by name.' },
  )
  contentRefs?: Record<string, ContentRef>;
}

export const templateIds = ['documentation', 'api-reference', 'handbook', 'changelog'] as const;

/** An id that no template has is not found, rather than not valid: other releases have other templates. */
const TemplateId = () =>
  Value(
    {
      type: 'string',
      anyOf: [
        { type: 'string', enum: [...templateIds] },
        { type: 'string', minLength: 1, maxLength: 100 },
      ],
    },
    (value) => (typeof value === 'string' && value.length > 0 && value.length <= 100) || 'must be the id of a template',
    {
      description:
        'The id of the template. Names in `contentRefs`: `documentation` takes logo, repository and support, `api-reference` specification, `handbook` logo and contact, `changelog` releases.',
    },
  );

export class ApplyTemplate {
  @TemplateId() id!: string;
  @Nested(() => TemplateParams, { optional: true }) params?: TemplateParams;
}
