import type { SealedPlace } from '@bindery/service';

/** The purpose of all values that integrations encrypt. */
export const sealPurpose = 'integrations';

/** Every column with encrypted values; `context` is the context that the code passes for its values. */
export const sealedPlaces: SealedPlace[] = [
  place('integration', ['id'], 'signing_secret', `'signing ' || id`),
  {
    ...place('integration', ['id'], 'previous_signing_secret', `'signing ' || id`),
    where: 'previous_signing_secret is not null',
  },
  place('integration_secret', ['integration_id', 'name'], 'sealed', `'secret ' || integration_id || ' ' || name`),
  place('installation', ['id'], 'configuration', `'configuration ' || id`),
  place('content_installation', ['id'], 'configuration', `'configuration ' || id`),
  place('event', ['id'], 'payload', `'event ' || id`),
];

function place(table: string, key: string[], column: string, context: string): SealedPlace {
  return { table, key, value: column, context, purpose: sealPurpose, set: (sealed) => `${column} = ${sealed}` };
}
