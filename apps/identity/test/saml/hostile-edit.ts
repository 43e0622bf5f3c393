import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { assertion as assertionNamespace, dsigNamespace } from './namespaces';

/** A change to a response after the provider has signed it: what an attacker can do who has seen or received one. */
export interface HostileEdit {
  name: string;
  /** The text to be sent. */
  edit: (xml: string) => string | Buffer;
  because: RegExp;
  /** The elements that the honest provider signed; by default the assertion. */
  sign?: ('assertion' | 'response')[];
}

interface Tree {
  document: Document;
  response: Element;
  assertion: Element;
  /** Of the response if it has one, else of the assertion. */
  signature: Element;
}

/** The first element of that name. */
export const first = (within: Document | Element, namespace: string, name: string): Element =>
  within.getElementsByTagNameNS(namespace, name)[0]!;

/** Edits the document as a tree. */
export function tree(change: (tree: Tree) => void): (xml: string) => string {
  return (xml) => {
    const document = new DOMParser().parseFromString(xml, 'text/xml');
    const response = document.documentElement;
    const signature = first(document, dsigNamespace, 'Signature');
    change({ document, response, assertion: first(document, assertionNamespace, 'Assertion'), signature });
    return new XMLSerializer().serializeToString(document);
  };
}

/** Edits the text, which has to hold what is changed. */
export const text =
  (from: RegExp | string, to: string) =>
  (xml: string): string => {
    const changed = xml.replace(from, to);
    if (changed === xml) throw new Error(`Nothing to change: ${String(from)}`);
    return changed;
  };
