import type { Block } from './model';

/** The own data of a block of the former API blocks (`swagger-method`, `api-method`), without the blocks in it. */
export type MethodPart =
  | { kind: 'method'; method: string; server: string; path: string; title: string }
  /** Holds the title of a method. */
  | { kind: 'title' }
  /** Holds parameters that stand in one place of a request. */
  | { kind: 'parameters'; place: string }
  | { kind: 'parameter'; name: string; place: string; type: string; isRequired: boolean }
  | { kind: 'response'; status: string; description: string }
  /** Holds any other text. */
  | { kind: 'text' };

const places: Record<string, string> = {
  'api-method-path-parameters': 'path',
  'api-method-query-parameters': 'query',
  'api-method-body-parameters': 'body',
  'api-method-form-data-parameters': 'form data',
  'api-method-headers': 'header',
};

/** Undefined for any other block. */
export function methodPart({ type, data }: Block): MethodPart | undefined {
  if (!/^(?:swagger|api-method)(?:-|$)/.test(type) || type === 'swagger') return undefined;
  const text = (name: string) => wordOf(data[name]);
  switch (type) {
    case 'swagger-method':
    case 'api-method': {
      const server = text('baseUrl') || text('host');
      return { kind: 'method', method: text('method'), server, path: text('path'), title: text('summary') };
    }
    case 'api-method-summary':
      return { kind: 'title' };
    case 'swagger-parameter':
    case 'api-method-parameter': {
      const isRequired = data.required === true;
      return { kind: 'parameter', name: text('name'), place: text('in'), type: text('type'), isRequired };
    }
    case 'swagger-response':
    case 'api-method-response-example':
      return { kind: 'response', status: text('status') || text('httpCode'), description: text('description') };
    default:
      return Object.hasOwn(places, type) ? { kind: 'parameters', place: places[type]! } : { kind: 'text' };
  }
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The text of a part, in one line. */
export function methodLine(part: MethodPart): string {
  switch (part.kind) {
    case 'method':
      return [part.title, part.method.toUpperCase(), part.server + part.path].filter(Boolean).join(' ');
    case 'parameter':
      return [part.name, part.place, part.type, part.isRequired ? 'required' : ''].filter(Boolean).join(' ');
    case 'parameters':
      return part.place;
    case 'response':
      return [part.status, part.description].filter(Boolean).join(' ');
    default:
      return '';
  }
}
