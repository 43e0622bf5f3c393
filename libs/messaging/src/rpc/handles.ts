import { applyDecorators, type PipeTransform } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import {
  invalid,
  notFound,
  parse,
  parseQuery,
  pathNames,
  type AnswerOf,
  type Batch,
  type Endpoint,
  type Principal,
  type Request,
  type RequestOf,
} from '@bindery/contracts';
import { readIds } from '../validation/request';
import type { Envelope } from '../wire/wire';
import { currentCall } from './call';

/** Validates a request against its endpoint: once, in the service that answers it. */
class RequestPipe implements PipeTransform {
  private readonly endpoint: Endpoint;
  /** The names in the path of each operation. */
  private readonly names: ReadonlyMap<string, string[]>;

  constructor(endpoints: readonly Endpoint[]) {
    this.endpoint = endpoints[0]!;
    this.names = new Map(endpoints.map(({ name, path }) => [name, pathNames(path)]));
  }

  transform({ params, query, body, principal }: Envelope): Request {
    for (const name of this.names.get(currentCall()!.operation)!)
      if (!Object.hasOwn(params, name)) throw invalid(`params.${name}`, 'is missing');
    // No id holds U+0000, and Postgres takes no text with it.
    for (const name in params) if (params[name]!.includes('\0')) throw notFound('The object');
    return {
      params,
      principal,
      query: this.endpoint.query ? parseQuery(this.endpoint.query, query as Record<string, unknown>) : {},
      body: this.endpoint.body ? parse(this.endpoint.body, body, 'body') : {},
    };
  }
}

type Method<In, Out> = TypedPropertyDescriptor<(request: In) => Promise<Out>>;

/**
 * Answers the endpoint's subject with the decorated method, whose signature must be the endpoint's. Of several endpoints only
 * the paths differ: they have the same query and body.
 */
export function Handles<E extends object[]>(...endpoints: E) {
  return (target: object, key: string, descriptor: Method<RequestOf<E[number]>, AnswerOf<E[number]>>): void => {
    const answered = endpoints as unknown as Endpoint[];
    const [{ query, body }] = answered as [Endpoint];
    if (answered.some((one) => one.query !== query || one.body !== body))
      throw new Error(`${key} handles operations with different queries or bodies`);
    Payload(new RequestPipe(answered))(target, key, 0);
    applyDecorators(MessagePattern(answered.map(({ subject }) => subject)))(
      target,
      key,
      descriptor as TypedPropertyDescriptor<unknown>,
    );
  };
}

/** The argument of a method that answers a batch. */
export interface BatchRequest {
  ids: string[];
  principal: Principal;
}

class BatchPipe implements PipeTransform {
  transform({ body, principal }: Envelope): BatchRequest {
    return { ids: readIds(body), principal };
  }
}

/** Answers a batch: a map from id to object; ids without an object are left out. */
export function HandlesBatch<T extends object>(batch: Batch<T>) {
  return (target: object, key: string, descriptor: Method<BatchRequest, Record<string, T>>): void => {
    Payload(new BatchPipe())(target, key, 0);
    applyDecorators(MessagePattern(batch.subject))(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
