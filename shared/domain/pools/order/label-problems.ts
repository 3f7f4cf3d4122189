import { isReservedKey } from '../../_core/values/reserved-keys.ts';
import type { Taint } from '../../planning/pools/pool-spec.ts';

/** Kubernetes' rules for the name of a label, the domain before it, and its value. */
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const DOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const MAX_DOMAIN = 253;

function keyProblem(key: string): string | undefined {
  const parts = key.split('/');
  const [name = '', domain] = parts.reverse();
  const isKey =
    parts.length <= 2 &&
    NAME.test(name) &&
    (domain === undefined || (DOMAIN.test(domain) && domain.length <= MAX_DOMAIN));
  if (!isKey) return `"${key}" is not a valid key in Kubernetes. Enter a key such as example.org/tier.`;
  return isReservedKey(key) ? `${key} is set by Rancher or Kubernetes. Choose another key.` : undefined;
}

const valueProblem = (key: string, value: string): string | undefined =>
  value === '' || NAME.test(value)
    ? undefined
    : `The value of ${key} is not valid: enter up to 63 letters, digits, hyphens, dots and underscores.`;

/** Sentences about what is wrong with the labels of a pool. */
export const labelProblems = (labels: Readonly<Record<string, string>>): string[] =>
  Object.entries(labels).flatMap(([key, value]) => keyProblem(key) ?? valueProblem(key, value) ?? []);

/**
 * Sentences about what is wrong with the taints of a pool. Kubernetes allows only one taint for the same key and
 * effect.
 */
export function taintProblems(taints: readonly Taint[]): string[] {
  const own = taints.flatMap(({ key, value }) => keyProblem(key) ?? valueProblem(key, value) ?? []);
  const places = taints.map(({ key, effect }) => `${key}:${effect}`);
  const twice = places.filter((place, index) => places.indexOf(place) < index);
  return [...own, ...twice.map((place) => `${place} is given twice.`)];
}
