import { Int, isId, OneOf, Text, Value } from '../core/fields';

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The longest object that a caller may send along, in characters of JSON. */
const maxLength = 256 * 1024;

function plainProblem(value: unknown): true | string {
  if (!isPlain(value)) return 'must be an object';
  return JSON.stringify(value).length <= maxLength || `must be at most ${maxLength} characters of JSON`;
}

const Plainly = (options: { optional?: boolean; description?: string } = {}) =>
  Value({ type: 'object' }, plainProblem, options);

/** The fields, besides `theme`, of each type of context in which a component is shown. */
const places: Record<string, readonly string[]> = {
  configuration_account: ['organizationId'],
  configuration_space: ['spaceId'],
  configuration_site: ['siteId'],
  configuration_contentsource: ['organizationId'],
  document: ['spaceId'],
};

/** Where a component is shown. */
export interface RenderContext {
  type: string;
  theme: 'dark' | 'light';
  organizationId?: string;
  spaceId?: string;
  siteId?: string;
}

function contextProblem(value: unknown): true | string {
  if (!isPlain(value) || typeof value.type !== 'string' || !Object.hasOwn(places, value.type))
    return `must have a type of ${Object.keys(places).join(', ')}`;
  if (value.theme !== 'dark' && value.theme !== 'light') return 'must have a theme of dark, light';
  const ids = ['organizationId', 'spaceId', 'siteId'].filter((name) => value[name] !== undefined);
  const missing = places[value.type]!.find((name) => !ids.includes(name));
  if (missing) return `must have ${missing}`;
  const wrong = ids.find((name) => !isId(value[name]));
  return wrong ? `must have an id as ${wrong}` : true;
}

export class RenderIntegrationUI {
  @Text({ min: 1, max: 100 }) componentId!: string;
  @Plainly() props!: Plain;
  @Plainly({ optional: true }) state?: Plain;
  @Value({ type: 'object' }, contextProblem, { description: 'The place where the component is shown.' })
  context!: RenderContext;
  @Plainly({ optional: true }) action?: Plain;
}

export class RenderIntegrationUIQuery {
  @Text({
    min: 1,
    max: 16_384,
    description: 'The body of the POST operation as JSON, compressed by LZ-string for a URI.',
  })
  request!: string;
}

/** The element of a component, or its final value. */
export class ContentKitRenderOutput {
  @OneOf(['element', 'complete'], { optional: true }) type?: 'element' | 'complete';
  @Plainly({ optional: true }) element?: Plain;
  @Plainly({ optional: true }) state?: Plain;
  @Plainly({ optional: true }) props?: Plain;
  @Value({}, () => true, { optional: true }) returnValue?: unknown;
}

export class QueueIntegrationTask {
  @Plainly({ description: 'The task that the script gets.' }) task!: Plain;
  @Int({ max: 86_400, optional: true, description: 'The delay in seconds, at most one day.' }) schedule: number = 0;
}
