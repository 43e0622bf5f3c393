import { type Manifest, selects, type TrafficRule } from './rendered';

type Labels = Record<string, string>;

/** Whether policies let a pod reach another in its namespace: out of the first and into the second. */
export function allows(policies: Manifest[], from: Labels, to: Labels, port: number): boolean {
  const matches = (rule: TrafficRule, side: 'from' | 'to', other: Labels) =>
    (rule.ports ?? []).some((allowed) => allowed.port === port) &&
    (rule[side] ?? []).some(
      ({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector && selects(podSelector, other),
    );
  const out = policies.filter(({ spec }) => selects(spec.podSelector, from)).flatMap(({ spec }) => spec.egress ?? []);
  const into = policies.filter(({ spec }) => selects(spec.podSelector, to)).flatMap(({ spec }) => spec.ingress ?? []);
  return out.some((rule) => matches(rule, 'to', to)) && into.some((rule) => matches(rule, 'from', from));
}
