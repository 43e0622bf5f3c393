import { call, internal } from '../core/endpoint';
import { Int, MapOf, Text } from '../core/fields';

/** Bytes in base64 of at most 5 MiB. */
const maxBody = 7 * 1024 * 1024;

/** A request to a public endpoint of an integration. */
export class EndpointRequest {
  @Text({ max: 10 }) method!: string;
  @Text({ max: 16_384, description: 'The path with the query, from `/integrations/` on.' }) path!: string;
  @MapOf({ type: 'string' }, () => true) headers!: Record<string, string>;
  @Text({ max: maxBody, optional: true, description: 'In base64.' }) body?: string;
}

/** What a script answered. */
export class EndpointAnswer {
  @Int() status!: number;
  @MapOf({}, () => true) headers!: Record<string, string | string[]>;
  @Text({ max: Number.MAX_SAFE_INTEGER, description: 'In base64.' }) body!: string;
}

/** What only the gateway asks, for requests to scripts. */
export const endpointCalls = internal('integrations', {
  answerEndpoint: call({ body: EndpointRequest, returns: EndpointAnswer, timeout: 15_000 }),
});
