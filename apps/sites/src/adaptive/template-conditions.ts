import type { AdaptiveJSONSchema, ClaimSchema } from '@bindery/contracts';

interface TemplateCondition {
  description: string;
  condition: string;
}

/** Conditions that follow from the claims in the schema and their possible values. */
export const templateConditions = ({ properties }: AdaptiveJSONSchema): TemplateCondition[] =>
  conditionsOn(properties, 'visitor.claims', '');

const conditionsOn = (properties: Record<string, ClaimSchema>, above: string, names: string): TemplateCondition[] =>
  Object.entries(properties).flatMap(([name, claim]) => {
    const path = /^[A-Za-z_]\w*$/.test(name) ? `${above}.${name}` : `${above}[${JSON.stringify(name)}]`;
    return conditionsOf(claim, path, names ? `${names}.${name}` : name);
  });

function conditionsOf(claim: ClaimSchema, path: string, name: string): TemplateCondition[] {
  const about = claim.description ? ` (${claim.description})` : '';
  if (claim.type === 'object') return conditionsOn(claim.properties, path, name);
  if (claim.type === 'boolean') return [{ description: `${name} is true${about}`, condition: path }];
  if (claim.type === 'array') {
    return valuesOf(claim.items).map((value) => ({
      description: `${name} holds ${value}${about}`,
      condition: `${JSON.stringify(value)} in ${path}`,
    }));
  }
  return valuesOf(claim).map((value) => ({
    description: `${name} is ${value}${about}`,
    condition: `${path} == ${JSON.stringify(value)}`,
  }));
}

const valuesOf = (claim: ClaimSchema): string[] => (claim.type === 'string' ? (claim.enum ?? []) : []);
