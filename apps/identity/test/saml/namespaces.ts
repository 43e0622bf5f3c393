export const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const dsigNamespace = 'http://www.w3.org/2000/09/xmldsig#';
