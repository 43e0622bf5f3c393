import type { RequestError } from '../../api/client';
import type { AnswerOf } from '../../api/contracts';
import { ComponentView, type ComponentContext } from './content-kit/component-view';
import { ConfigurationForm } from './configuration-form';

type Integration = AnswerOf<'getIntegrationByName'>;
export type ConfigurationSchema = NonNullable<NonNullable<Integration['configurations']>['account']>;

interface ConfigurationProps {
  integration: Integration;
  schema: ConfigurationSchema;
  values: Record<string, unknown>;
  context: ComponentContext;
  /** The props of a component of the integration's own. */
  props: Record<string, unknown>;
  isBusy: boolean;
  error: RequestError | null;
  onSave(values: Record<string, unknown>): void;
}

/** The configuration that an integration asks for: the fields that it names, or a component of its own. */
export function Configuration({ integration, schema, context, props, ...form }: ConfigurationProps) {
  return 'componentId' in schema ? (
    <ComponentView
      integrationName={integration.name}
      componentId={schema.componentId}
      context={context}
      props={props}
    />
  ) : (
    <ConfigurationForm properties={schema.properties} required={schema.required ?? []} {...form} />
  );
}
