import { applyDecorators, Injectable, type PipeTransform } from '@nestjs/common';
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

/** Validates a request against its endpoint: once, in the service that answers it. */
@Injectable()
class RequestPipe implements PipeTransform {
  private readonly names: string[];

  constructor(private readonly endpoint: Endpoint) {
    this.names = pathNames(endpoint.path);
  }

  transform({ params, query, body, principal }: Envelope): Request {
    for (const name of this.names) if (!Object.hasOwn(params, name)) throw invalid(`params.${name}`, 'is missing');
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

/** Answers the endpoint's subject with the decorated method, whose signature must be the endpoint's. */
export function Handles<E>(endpoint: E) {
  return (target: object, key: string, descriptor: Method<RequestOf<E>, AnswerOf<E>>): void => {
    Payload(new RequestPipe(endpoint as Endpoint))(target, key, 0);
    applyDecorators(MessagePattern((endpoint as Endpoint).subject))(
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

@Injectable()
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
