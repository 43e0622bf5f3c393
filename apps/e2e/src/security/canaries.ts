import { randomUUID } from 'node:crypto';
import { choiceOf, fieldsOf, isMutation, parsedUrl, type Dto, type Field } from '@bindery/contracts';
import { ApiCaller, endpointOf, type ApiAnswer, type ApiRequest } from '@bindery/testing';
import { isId } from './declared-fields';

type Plain = Record<string, unknown>;

/** Fields without canaries: scripts that run, and texts that are clustered by their words. */
const notText: Record<string, string[]> = {
  publishIntegration: ['body.script'],
  ingestConversation: ['body.subject', 'body.parts'],
};

/** Fields of answers that open something. */
const secretFields = /^(token|apiToken|shareKey|privateKey|visitorAuthToken)$/;

/** With words of its own each attempt is another request: one that was answered too late would be taken for it under the same key. */
const withOwnKey = (headers: ApiRequest['headers']): ApiRequest['headers'] =>
  headers?.['idempotency-key'] === undefined ? headers : { ...headers, 'idempotency-key': randomUUID() };

/**
 * Calls operations and plants a word that stands nowhere else in every field of their bodies that takes free text, those
 * included that the caller left out. Where that makes no sense to an operation, it gets what the caller said.
 */
export class PlantingCaller extends ApiCaller {
  /** The field in which each word was planted. */
  readonly planted = new Map<string, string>();
  /** The secrets in requests and answers. */
  readonly secrets = new Set<string>();
  private count = 0;

  override async call<T = Plain>(operation: string, request: ApiRequest = {}): Promise<ApiAnswer<T>> {
    const answer = (await this.plant<T>(operation, request)) ?? (await super.call<T>(operation, request));
    for (const [name, value] of leavesOf(answer.body))
      for (const secret of secretsIn(name, value)) this.secrets.add(secret);
    return answer;
  }

  /** The names of the fields whose words stand in a text. */
  foundIn(text: string): string[] {
    const words = new Set(text.match(/canary[0-9]+x/gi)?.map((word) => word.toLowerCase()));
    return [...words].map((word) => this.planted.get(word) ?? word);
  }

  /** The answer to a request with words in it; undefined when the operation takes none. */
  private async plant<T>(operation: string, request: ApiRequest): Promise<ApiAnswer<T> | undefined> {
    const endpoint = endpointOf(operation);
    if (!endpoint.body || !isMutation(endpoint) || typeof request.body === 'string') return undefined;
    const left = new Set(notText[operation]);
    for (let attempt = 0; attempt < 4; attempt++) {
      const words = new Map<string, string>();
      const body = this.fill(endpoint.body, request.body ?? {}, 'body', left, words);
      if (words.size === 0) return undefined;
      const answer = await super.call<T>(operation, { ...request, body, headers: withOwnKey(request.headers) });
      if (answer.status < 300) {
        for (const [field, word] of words) {
          this.planted.set(word, `${operation} ${field}`);
          if (/secret/i.test(field)) this.secrets.add(word);
        }
        return answer;
      }
      const { error } = answer.body as { error: { details?: { field: string }[] } };
      const refused = (error.details ?? []).map(({ field }) => field.replace(/[.[]\d+\]?/g, ''));
      if (answer.status !== 400 || refused.length === 0) return undefined;
      for (const field of refused) left.add(field);
    }
    return undefined;
  }

  private fill(dto: Dto, given: unknown, at: string, left: Set<string>, words: Map<string, string>): unknown {
    if (Array.isArray(given)) return given.map((one) => this.fill(dto, one, at, left, words));
    if (typeof given !== 'object' || given === null) return given;
    const filled: Plain = { ...given };
    for (const field of fieldsOf(choiceOf(dto)?.item ?? dto)) {
      const path = `${at}.${field.name}`;
      if ([...left].some((one) => path.startsWith(one))) continue;
      const value = filled[field.name];
      const next = field.dtos
        ? this.inner(field, value, path, left, words)
        : this.withWord(field, value, path, words, at === 'body');
      if (next !== undefined) filled[field.name] = next;
    }
    return filled;
  }

  private inner({ dtos }: Field, value: unknown, path: string, left: Set<string>, words: Map<string, string>): unknown {
    const one = (object: unknown) => {
      const dto = dtos!().find((candidate) => isOf(candidate, object));
      return dto ? this.fill(dto, object, path, left, words) : object;
    };
    return Array.isArray(value) ? value.map(one) : one(value);
  }

  /** A value with a word in it; undefined where the field takes none. Fields that were left out are filled at the top of the body only. */
  private withWord(field: Field, value: unknown, path: string, words: Map<string, string>, fills: boolean): unknown {
    const { schema, array } = field;
    if (value === undefined && !fills) return undefined;
    if (schema.type === 'object' && typeof value === 'object' && value !== null) {
      const texts = Object.entries(value).filter(([, one]) => typeof one === 'string');
      for (const [name] of texts) words.set(`${path}.${name}`, this.newWord());
      return { ...value, ...Object.fromEntries(texts.map(([name]) => [name, words.get(`${path}.${name}`)])) };
    }
    if (schema.type !== 'string' || schema.enum || schema.const || isId(field)) return undefined;
    if (schema.format && schema.format !== 'uri') return undefined;
    const word = this.newWord();
    const text =
      schema.format === 'uri'
        ? `https://${word}.invalid/${word}`
        : typeof value === 'string' && !schema.pattern
          ? `${value} ${word}`
          : word;
    const fits = text.length <= (schema.maxLength ?? Infinity) && new RegExp(schema.pattern ?? '').test(text);
    if (!fits || (value === null && fills)) return undefined;
    words.set(path, word);
    return array ? [text] : text;
  }

  private newWord(): string {
    return `canary${++this.count}x`;
  }
}

/** Whether an object has the discriminating values of a DTO. */
function isOf(dto: Dto, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return fieldsOf(dto).every(({ name, schema, optional }) => {
    const given = (value as Plain)[name];
    if (given === undefined) return optional || !(schema.const ?? schema.enum);
    if (schema.const !== undefined) return given === schema.const;
    return !schema.enum || schema.enum.includes(given);
  });
}

/** The secrets in a field of an answer: the field itself, or a part of its address. */
function secretsIn(name: string, value: string): string[] {
  if (secretFields.test(name)) return [value];
  const url = parsedUrl(value);
  if (!url) return [];
  const { pathname, searchParams } = url;
  // The address of a site that is shared by a link ends with its key.
  const key = name === 'published' ? /^\/sites\/[^/]+\/([\w-]{20,})\/$/.exec(pathname)?.[1] : undefined;
  return [...(key ? [key] : []), ...searchParams.values()].filter((part) => part.length >= 24);
}

/** Every text in a value with the name of the field that holds it. */
function leavesOf(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, one]) => leavesOf(one, Array.isArray(value) ? name : inner));
}
