import { ApiError } from '@bindery/contracts';

/** The error for a rejected response of an identity provider, with the reason for the page and for the provider's administrator. */
export const refused = (reason: string): ApiError =>
  new ApiError(403, `The response of the identity provider was refused: ${reason}`);

export const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const dsig = 'http://www.w3.org/2000/09/xmldsig#';

export const unasked = () => refused('it does not answer a request of this browser, or too late');
