import { batch } from '../core/compose';
import { call, internal } from '../core/endpoint';
import { Int, MapOf, Nested, Text, Url } from '../core/fields';

/** Bytes in base64 of at most 5 MiB. */
const maxBody = 7 * 1024 * 1024;

/** A request to a public endpoint of an integration. */
export class EndpointRequest {
  @Text({ max: 10 }) method!: string;
  @Text({ max: 16_384, description: 'The path with its query, starting at `/integrations/`.' }) path!: string;
  @MapOf({ type: 'string' }, () => true) headers!: Record<string, string>;
  @Text({ max: maxBody, optional: true, description: 'The body in base64.' }) body?: string;
}

/** The HTTP response of a script. */
export class EndpointAnswer {
  @Int() status!: number;
  @MapOf({}, () => true) headers!: Record<string, string | string[]>;
  @Text({ max: Number.MAX_SAFE_INTEGER, description: 'The body in base64.' }) body!: string;
}

/** The calls of the gateway alone, for requests to scripts. */
export const endpointCalls = internal('integrations', {
  answerEndpoint: call({ body: EndpointRequest, returns: EndpointAnswer, timeout: 15_000 }),
});

/** The address at which an integration authenticates the visitors of a site. */
export class VisitorEntrance {
  @Text({ max: 100 }) integration!: string;
  @Url() url!: string;
  @Text({
    array: true,
    description: 'The keys that the integration got to sign visitor tokens. Each of them may have signed a token.',
  })
  keys!: string[];
}

export class VisitorEntrances {
  @Nested(() => VisitorEntrance, { array: true }) entrances!: VisitorEntrance[];
}

/** The entrances of sites by the site's id: of the integrations that are active there and may authenticate visitors. */
export const visitorEntrances = batch('integrations', 'visitorEntrances', VisitorEntrances);
