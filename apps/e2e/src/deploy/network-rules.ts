import { type Manifest, type Selector, selects } from './rendered';

interface Rule {
  from?: { podSelector?: Selector; namespaceSelector?: Selector }[];
  to?: { podSelector?: Selector; namespaceSelector?: Selector }[];
  ports?: { port: number }[];
}

/** Whether policies let a pod reach another in its namespace: out of the first and into the second. */
export function allows(
  policies: Manifest[],
  from: Record<string, string>,
  to: Record<string, string>,
  port: number,
): boolean {
  const matches = (rule: Rule, side: 'from' | 'to', other: Record<string, string>) =>
    (rule.ports ?? []).some((allowed) => allowed.port === port) &&
    (rule[side] ?? []).some(({ podSelector, namespaceSelector }) =>
      podSelector && !namespaceSelector ? selects(podSelector, other) : false,
    );
  const out = policies
    .filter(({ spec }) => selects(spec.podSelector, from))
    .flatMap(({ spec }) => (spec.egress ?? []) as Rule[]);
  const into = policies
    .filter(({ spec }) => selects(spec.podSelector, to))
    .flatMap(({ spec }) => (spec.ingress ?? []) as Rule[]);
  return out.some((rule) => matches(rule, 'to', to)) && into.some((rule) => matches(rule, 'from', from));
}
