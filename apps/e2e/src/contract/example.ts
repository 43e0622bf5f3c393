import type { ApiRequest } from '@bindery/testing';

/** The arguments of a call of an operation. */
export type Example = Pick<ApiRequest, 'params' | 'query' | 'body'>;
