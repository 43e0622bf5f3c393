import type { Claims } from '../audience/claims';

const prefix = 'visitor.';

/** The claims that a visitor sets in the address, such as `?visitor.plan=pro&visitor.beta=true`: they are not signed. */
export function claimsIn({ searchParams }: URL): Claims {
  const claims: Claims = {};
  for (const [name, value] of searchParams)
    if (name.startsWith(prefix)) claims[name.slice(prefix.length)] = read(value);
  return claims;
}

function read(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
}
