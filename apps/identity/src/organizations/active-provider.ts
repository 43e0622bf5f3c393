/** The SQL condition that a row of `saml_provider` is ready for signing in. */
export const isActiveProvider = (provider: string): string =>
  `(${provider}.entity_id <> '' and ${provider}.certificate <> '' and ${provider}.sso_url <> '')`;
