import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { importFiles, SiteWorld } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

interface WebAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A published site of imported files, and a browser's view of it. */
export class WebWorld {
  private constructor(
    readonly world: TestOrganization,
    readonly sites: SiteWorld,
  ) {}

  static async create(made: Promise<TestOrganization> = createTestOrganization()): Promise<WebWorld> {
    const world = await made;
    return new WebWorld(world, new SiteWorld(world));
  }

  async space(title: string, files: Record<string, string | Buffer>): Promise<string> {
    const run = await importFiles(this.world, files, { title });
    if (run.status !== 'completed') throw new Error(`The import ended ${run.status}: ${run.error}`);
    return run.spaces[0]!.id;
  }

  /** A published site with these spaces at its root; answers its id and path. */
  async site(spaces: string[], body: object = {}): Promise<{ id: string; base: string }> {
    const { id } = await this.sites.expect<{ id: string }>('createSite', {
      body: { title: 'Handbook', visibility: 'public', spaces, ...body },
    });
    const url = await this.sites.publish(id);
    return { id, base: new URL(url).pathname };
  }

  /** Has a site know by the claim `visitor.claims.unsigned.staff` who is of the staff. */
  async adapt(siteId: string): Promise<void> {
    const params = { siteId };
    await this.sites.expect('updateSiteById', { params, body: { adaptiveContent: { enabled: true } } });
    const staff = { type: 'object', properties: { staff: { type: 'boolean' } } };
    const jsonSchema = { type: 'object', properties: { unsigned: staff } };
    await this.sites.expect('updateSiteAdaptiveSchema', { params, body: { jsonSchema } });
  }

  /** Requests an address as a browser does; redirects are not followed. */
  get(path: string, headers: Record<string, string> = {}): Promise<WebAnswer> {
    const url = new URL(path, this.world.platform.baseUrl);
    return new Promise((resolve, reject) => {
      const asked = httpRequest(url, { headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(parts).toString() }),
        );
      });
      asked.on('error', reject).end();
    });
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

type Element = DefaultTreeAdapterTypes.Element;

/** The elements of a page that have a name, and an attribute where one is given. */
export function elements(html: string, name: string, attribute?: string): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes)
      if ('tagName' in child) {
        if (child.tagName === name && (!attribute || attributeOf(child, attribute) !== undefined)) found.push(child);
        visit(child);
      }
  };
  visit(parse(html));
  return found;
}

export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** The text of an element. */
export function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** The addresses to which a page links, below a path. */
export const linksBelow = (html: string, base: string): string[] => [
  ...new Set(
    elements(html, 'a', 'href')
      .map((link) => attributeOf(link, 'href')!)
      .filter((href) => href.startsWith(base)),
  ),
];
