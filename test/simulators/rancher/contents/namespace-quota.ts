import { z } from 'zod';
import { addQuantities, canonicalQuantity, formatQuantity, parseQuantity } from '../../kubernetes/quantity.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { QUOTA } from './content-types.ts';

/** Amounts by Rancher's names of them: `limitsCpu`. */
export type Limits = Record<string, string>;

/** Rancher's names of what quotas limit, and Kubernetes'. */
const NAMES: Record<string, string> = {
  ...{ pods: 'pods', services: 'services', secrets: 'secrets', configMaps: 'configmaps' },
  ...{ replicationControllers: 'replicationcontrollers', persistentVolumeClaims: 'persistentvolumeclaims' },
  ...{ servicesNodePorts: 'services.nodeports', servicesLoadBalancers: 'services.loadbalancers' },
  ...{ requestsCpu: 'requests.cpu', requestsMemory: 'requests.memory', requestsStorage: 'requests.storage' },
  ...{ limitsCpu: 'limits.cpu', limitsMemory: 'limits.memory' },
};
const kubernetesName = (name: string): string => NAMES[name] ?? name;

const extended = z.record(z.string(), z.string()).catch({});
const quota = z.object({ limit: z.record(z.string(), z.unknown()) });

/** The amounts of a quota as it is stored or sent; undefined for none. */
export function limitsOf(given: unknown): Limits | undefined {
  const parsed = quota.safeParse(given);
  if (!parsed.success) return undefined;
  const { extended: more, type: _type, ...named } = parsed.data.limit;
  const amounts = Object.entries(named).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return { ...Object.fromEntries(amounts), ...extended.parse(more) };
}

/** The quota that a namespace has, or asks for. */
export const namespaceLimits = ({ annotations }: Pick<ContentObject, 'annotations'>): Limits | undefined => {
  const { [QUOTA]: text } = annotations;
  return text === undefined ? undefined : limitsOf(JSON.parse(text));
};

export function sumOf(all: readonly Limits[]): Limits {
  const names = new Set(all.flatMap((it) => Object.keys(it)));
  const sums = [...names].map((name) => [name, formatQuantity(addQuantities(all.flatMap((it) => it[name] ?? [])))]);
  return Object.fromEntries(sums);
}

/** Of these amounts those that are more than the limit, as Rancher's refusals list them; undefined where all fit. */
export function exceeding(amounts: Limits, limit: Limits): string | undefined {
  const over = Object.entries(amounts).filter(([name, amount]) => {
    const most = parseQuantity(limit[name] ?? '');
    const wanted = parseQuantity(amount);
    return most && wanted && wanted.milli > most.milli;
  });
  const told = over.map(([name, amount]) => `${kubernetesName(name)}=${canonicalQuantity(amount)}`);
  return told.length > 0 ? told.sort().join(',') : undefined;
}

/** What Kubernetes' own quota in the namespace limits. */
export const hardOf = (limits: Limits): Record<string, string> =>
  Object.fromEntries(Object.entries(limits).map(([name, amount]) => [kubernetesName(name), canonicalQuantity(amount)]));
