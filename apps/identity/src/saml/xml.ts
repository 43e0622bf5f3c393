import { DOMParser } from '@xmldom/xmldom';
import { refused } from './refusal';

/** Limits that are checked before parsing: the parser's time grows with the square of some of them. */
const maxDepth = 32;
const maxElements = 2_000;
const maxAttributes = { each: 32, all: 4_000 };
const element = 1;
const text = 3;

/**
 * Parses XML with only elements, attributes and text: no document type, entity, comment, CDATA section or
 * processing instruction, because parsers have disagreed about the meaning of each. Ids are unique.
 */
export function parseXml(source: string): Element {
  // The XML processor turns line ends into line feeds before anything else (XML 1.0, section 2.11).
  const xml = source.replace(/\r\n?/g, '\n').replace(/^<\?xml [^?]*\?>/, '');
  if (xml.includes('<!')) throw refused('it has a document type, a comment or a CDATA section');
  if (xml.includes('<?')) throw refused('it has a processing instruction');
  checkBounds(xml);
  const root = parse(xml);
  walk(root, new Set());
  return root;
}

/** Counts tags and attributes in one pass over the text, without building anything. */
function checkBounds(xml: string): void {
  let [depth, elements, attributes] = [0, 0, 0];
  for (const [tag] of xml.matchAll(/<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>?/g)) {
    if (tag.startsWith('</')) depth--;
    else {
      if (++elements > maxElements) throw refused('it is too large');
      if (!tag.endsWith('/>') && ++depth > maxDepth) throw refused('it is nested too deeply');
      const own = tag.split('=').length - 1;
      if (own > maxAttributes.each || (attributes += own) > maxAttributes.all)
        throw refused('it has too many attributes');
    }
  }
}

function parse(xml: string): Element {
  const fail = () => {
    throw refused('it is not well-formed XML');
  };
  const options = { locator: {}, errorHandler: { warning: fail, error: fail, fatalError: fail } };
  const document = new DOMParser(options).parseFromString(xml, 'text/xml') as Document | undefined;
  const nodes = Array.from(document?.childNodes ?? []).filter((node) => node.nodeType !== text);
  const [root] = nodes;
  if (nodes.length !== 1 || root?.nodeType !== element) return fail();
  return root as Element;
}

function walk(node: Element, ids: Set<string>): void {
  for (const attribute of Array.from(node.attributes)) {
    if (!/^id$/i.test(attribute.localName)) continue;
    if (ids.has(attribute.value)) throw refused('two elements have the same id');
    ids.add(attribute.value);
  }
  for (const child of Array.from(node.childNodes)) {
    if (child.nodeType === element) walk(child as Element, ids);
    else if (child.nodeType !== text) throw refused('it has more than elements and text');
  }
}

export const childrenOf = (parent: Element): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === element);

export const isNamed = (node: Element, namespace: string, name: string): boolean =>
  node.namespaceURI === namespace && node.localName === name;

/** The children of that name. */
export const named = (parent: Element, namespace: string, name: string): Element[] =>
  childrenOf(parent).filter((child) => isNamed(child, namespace, name));

/** The only child of that name; throws when there is none or more than one. */
export function only(parent: Element, namespace: string, name: string): Element {
  const [found, second] = named(parent, namespace, name);
  if (!found || second) throw refused(`it must have exactly one ${name} in its ${parent.localName}`);
  return found;
}

/** The text of an element without other content, trimmed. */
export function textOf(node: Element): string {
  if (childrenOf(node).length > 0) throw refused(`${node.localName} must have only text`);
  return (node.textContent ?? '').trim();
}

/** The attribute's value; undefined when it is absent or empty. */
export const attributeOf = (node: Element, name: string): string | undefined => node.getAttribute(name) || undefined;

/** Every element below, in document order. */
export const descendantsOf = (node: Element): Element[] =>
  childrenOf(node).flatMap((child) => [child, ...descendantsOf(child)]);
