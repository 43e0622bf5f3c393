import type * as contracts from '@bindery/contracts';

/** The types of the operations come from the contracts themselves; nothing of them is in the bundle. */
type Module = typeof contracts;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- matches every operation, whatever its types
type AnyOperation = contracts.Endpoint<any, any, any, any>;

type Operations = {
  [K in keyof Module]: Module[K] extends Record<string, AnyOperation> ? Module[K] : never;
}[keyof Module];
type Intersection<U> = (U extends unknown ? (group: U) => void : never) extends (merged: infer M) => void ? M : never;
type ByName = Intersection<Operations>;

/** The name of an operation of `/v1`, as the public client has it. */
export type OperationName = keyof ByName & string;

type TypesOf<N extends OperationName> =
  ByName[N] extends contracts.Endpoint<infer P, infer Q, infer B, infer R> ? { P: P; Q: Q; B: B; R: R } : never;

export type ParamsOf<N extends OperationName> = TypesOf<N>['P'];
export type QueryOf<N extends OperationName> = Partial<TypesOf<N>['Q']>;
export type BodyOf<N extends OperationName> = TypesOf<N>['B'];
export type AnswerOf<N extends OperationName> = TypesOf<N>['R'];

/** The items of the answer, where the operation is a list. */
export type ItemOf<N extends OperationName> = AnswerOf<N> extends { items: (infer Item)[] } ? Item : never;
export type ListName = { [N in OperationName]: AnswerOf<N> extends { items: unknown[] } ? N : never }[OperationName];

export type {
  ChangedContent,
  ChangeRequest,
  Collection,
  Comment,
  Organization,
  OrganizationMember,
  RevisionPage,
  Site,
  Space,
  User,
} from '@bindery/contracts';
export type { Block, Document, Fragment, Inline, Leaf, Mark, Text } from '@bindery/documents';
