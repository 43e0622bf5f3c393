import { integer, type ConfigOf } from '@bindery/config';
import { allowList } from '@bindery/outbound';

export const contentSettings = {
  OUTBOUND_ALLOW: allowList(
    'hosts or CIDRs, with commas between them, that imports, Git and OpenAPI specifications may reach in addition to public addresses',
  ),
  OPENAPI_VERSIONS: integer('the maximum number of versions of an OpenAPI specification that are kept; 0 for all', 100),
  OPENAPI_REFETCH_MINUTES: integer(
    'the minutes after which an OpenAPI specification with a URL is fetched again; 0 for never',
    360,
  ),
};

export type ContentConfig = ConfigOf<typeof contentSettings>;

/** The injection token of the service's own settings. */
export const CONTENT_CONFIG = Symbol('content config');
