import { allEndpoints } from '@bindery/contracts';
import { officialErrors } from './official-shapes';
import { specifiedOperations } from './specified-operations';

interface Route {
  name: string;
  method: string;
  /** Segments of the path; undefined for what is a parameter. */
  segments: (string | undefined)[];
}

const isSpecified = new Set(specifiedOperations.map(({ operationId }) => operationId));
let routes: Route[] | undefined;

const routesOf = (): Route[] =>
  allEndpoints().map(({ name, method, path }) => ({
    name,
    method,
    segments: segmentsOf(path).map((segment) => (segment.startsWith(':') ? undefined : segment)),
  }));

/** The operation that answers a request; of several, the one whose path says the most. */
export function operationAt(method: string, path: string): string | undefined {
  const asked = segmentsOf(path);
  const matching = (routes ??= routesOf()).filter(
    (route) =>
      route.method === method.toUpperCase() &&
      route.segments.length === asked.length &&
      route.segments.every((segment, index) => segment === undefined || segment === asked[index]),
  );
  const literals = ({ segments }: Route) => segments.filter((segment) => segment !== undefined).length;
  return matching.sort((one, other) => literals(other) - literals(one))[0]?.name;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** An answer that a program got which a test started, see `libs/testing/jest/record-fetch.cjs`. */
interface RecordedAnswer {
  method: string;
  url: string;
  status: number;
  type: string | null;
  text: string | null;
}

/** The operations whose recorded answers were checked. Throws as `checkAnswer` does. */
export async function checkRecorded(lines: string): Promise<string[]> {
  const checked: string[] = [];
  for (const line of lines.split('\n').filter(Boolean)) {
    const { method, url, status, type, text } = JSON.parse(line) as RecordedAnswer;
    if (text === null) continue;
    const at = new URL(url);
    await checkAnswer(method, at, new Response(text, { status, headers: { 'content-type': type! } }));
    checked.push(operationAt(method, at.pathname.slice('/v1'.length)) ?? `${method} ${at.pathname}`);
  }
  return checked;
}

/** Throws for a successful answer of a specified operation that the client of the public API could not read. */
export async function checkAnswer(method: string, url: URL, response: Response): Promise<void> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok || response.status === 204 || !isJson) return;
  const name = operationAt(method, url.pathname.slice('/v1'.length));
  if (name === undefined || !isSpecified.has(name)) return;
  const text = await response.clone().text();
  const errors = officialErrors(name, JSON.parse(text));
  if (errors.length > 0)
    throw new Error(`${name} gave an answer that its public client cannot read: ${errors.slice(0, 5).join('; ')}`);
}
