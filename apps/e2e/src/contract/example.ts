import type { ApiRequest } from '@bindery/testing';

/** What a call of an operation is made with. */
export type Example = Pick<ApiRequest, 'params' | 'query' | 'body'>;
