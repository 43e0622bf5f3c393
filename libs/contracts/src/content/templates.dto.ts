import type { ContentRef } from '@bindery/documents';
import { MapOf, Nested, Text } from '../core/fields';

class TemplateParams {
  @MapOf(
    { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    (value) => typeof (value as { kind?: unknown } | null)?.kind === 'string' || 'must be a content reference',
    { max: 20, optional: true, description: 'What the pages of the template refer to, by name.' },
  )
  contentRefs?: Record<string, ContentRef>;
}

export class ApplyTemplate {
  @Text({
    min: 1,
    max: 100,
    description:
      '`documentation` (takes logo, repository, support), `api-reference` (specification), `handbook` (logo, contact) or `changelog` (releases).',
  })
  id!: string;
  @Nested(() => TemplateParams, { optional: true }) params?: TemplateParams;
}
