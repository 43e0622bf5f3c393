import { first, tree, type HostileEdit } from './hostile-edit';
import { assertion as assertionNamespace, dsigNamespace, protocol } from './namespaces';

/** A copy without signature and with other ids, that names the attacker's victim. */
function evil(original: Element): Element {
  const copy = original.cloneNode(true) as Element;
  for (const [i, one] of [copy, ...Array.from(copy.getElementsByTagNameNS(assertionNamespace, 'Assertion'))].entries())
    one.setAttribute('ID', `_evil${i}`);
  for (const signature of Array.from(copy.getElementsByTagNameNS(dsigNamespace, 'Signature')))
    if (signature.parentNode === copy) copy.removeChild(signature);
  const name = first(copy, assertionNamespace, 'NameID');
  name.textContent = 'victim';
  for (const value of Array.from(copy.getElementsByTagNameNS(assertionNamespace, 'AttributeValue')))
    if (value.textContent!.includes('@')) value.textContent = 'victim@first.example';
  return copy;
}

const make = (document: Document, namespace: string, name: string): Element =>
  document.createElementNS(namespace, name);

/** The wrappings XSW 1 to 8 of "On Breaking SAML" (Somorovsky and others, USENIX Security 2012), as testers number them. */
export const wrappings: HostileEdit[] = [
  {
    name: 'XSW1: the signed response within the signature of another',
    sign: ['response'],
    because: /exactly one assertion/,
    edit: tree(({ document, response, signature }) => {
      const wrapper = evil(response);
      response.removeChild(signature);
      wrapper.insertBefore(signature, wrapper.childNodes[1]!);
      document.replaceChild(wrapper, response);
      signature.appendChild(response);
    }),
  },
  {
    name: 'XSW2: the signed response before the signature in another',
    sign: ['response'],
    because: /exactly one assertion/,
    edit: tree(({ document, response, signature }) => {
      const wrapper = evil(response);
      response.removeChild(signature);
      document.replaceChild(wrapper, response);
      wrapper.insertBefore(signature, wrapper.childNodes[1]!);
      wrapper.insertBefore(response, signature);
    }),
  },
  {
    name: 'XSW3: another assertion before the signed one',
    because: /exactly one assertion/,
    edit: tree(({ response, assertion }) => void response.insertBefore(evil(assertion), assertion)),
  },
  {
    name: 'XSW4: the signed assertion within another',
    because: /exactly one assertion/,
    edit: tree(({ response, assertion }) => {
      const wrapper = evil(assertion);
      response.replaceChild(wrapper, assertion);
      wrapper.appendChild(assertion);
    }),
  },
  {
    name: 'XSW5: the signature in a changed assertion, the signed one after it',
    because: /exactly one assertion/,
    edit: tree(({ response, assertion, signature }) => {
      const wrapper = evil(assertion);
      assertion.removeChild(signature);
      response.insertBefore(wrapper, assertion);
      wrapper.insertBefore(signature, wrapper.childNodes[1]!);
    }),
  },
  {
    name: 'XSW6: the signed assertion within the signature of a changed one',
    because: /exactly one assertion/,
    edit: tree(({ response, assertion, signature }) => {
      const wrapper = evil(assertion);
      response.replaceChild(wrapper, assertion);
      assertion.removeChild(signature);
      wrapper.insertBefore(signature, wrapper.childNodes[1]!);
      signature.appendChild(assertion);
    }),
  },
  {
    name: 'XSW7: another assertion within extensions',
    because: /exactly one assertion/,
    edit: tree(({ document, response, assertion }) => {
      const extensions = make(document, protocol, 'samlp:Extensions');
      response.insertBefore(extensions, assertion);
      extensions.appendChild(evil(assertion));
    }),
  },
  {
    name: 'XSW8: the signed assertion within an object of the signature',
    because: /exactly one assertion/,
    edit: tree(({ document, response, assertion, signature }) => {
      const wrapper = evil(assertion);
      response.replaceChild(wrapper, assertion);
      assertion.removeChild(signature);
      wrapper.insertBefore(signature, wrapper.childNodes[1]!);
      signature.appendChild(make(document, dsigNamespace, 'ds:Object')).appendChild(assertion);
    }),
  },
];
