import { parseQuantity } from '../_core/values/kubernetes-quantity.ts';
import type { ProjectComponent } from '../marketplace/rancher-project-offering.ts';
import type { Limits } from '../marketplace/site-agent-order.ts';

/** Amounts by key, as in a Kubernetes ResourceQuota: `{"limits.cpu": "4000m"}`. */
export type Quota = Readonly<Record<string, string>>;

const GIBIBYTE = 2 ** 30;
const KEYS: Readonly<Record<string, string>> = {
  cpu: 'limits.cpu',
  ram: 'limits.memory',
  memory: 'limits.memory',
  storage: 'requests.storage',
  gpu: 'requests.nvidia.com/gpu',
  pods: 'pods',
};
const BYTES: ReadonlySet<string> = new Set(['limits.memory', 'requests.memory', 'requests.storage']);

type Keyed = Pick<ProjectComponent, 'type' | 'k8s_resource'>;

/** The component's key in quotas. Undefined for components that are used only for reports and prices. */
export const quotaKeyOf = ({ type, k8s_resource }: Keyed): string | undefined =>
  k8s_resource === undefined ? (Object.hasOwn(KEYS, type) ? KEYS[type] : undefined) : `requests.${k8s_resource}`;

/**
 * Types of components with a key that an earlier component already has. A quota has only one amount for each key, so it
 * could limit only one of these components.
 */
export function typesWithTakenKey(components: readonly Keyed[]): string[] {
  const taken = new Set<string>();
  return components.flatMap((component) => {
    const key = quotaKeyOf(component);
    if (key === undefined) return [];
    if (taken.has(key)) return [component.type];
    taken.add(key);
    return [];
  });
}

/**
 * Writes an amount in the format that the site agent uses: CPU in whole `m`, memory and storage in whole `Mi`,
 * everything else as a whole number.
 */
export function formatAmount(key: string, amount: number): string {
  if (key === 'limits.cpu') return `${Math.trunc(amount * 1000)}m`;
  if (key === 'limits.memory') return `${Math.trunc(amount * 1024)}Mi`;
  if (key === 'requests.storage') return `${Math.trunc(amount) * 1024}Mi`;
  return `${Math.trunc(amount)}`;
}

/**
 * Converts an amount that Kubernetes shows, such as `4000m` or `16Gi`, to a number. Depending on `key`, the unit of
 * this number is cores, GiB or pieces. Undefined for a text that is not a quantity.
 */
export function readAmount(key: string, quantity: string): number | undefined {
  const number = parseQuantity(quantity);
  return number !== undefined && BYTES.has(key) ? number / GIBIBYTE : number;
}

/**
 * The quota of a project. Contains only components that are billed by limits, have a limit, and have a key in quotas
 * (`quotaKeyOf`).
 */
export function quotaOf(components: readonly ProjectComponent[], limits: Limits): Quota {
  const amounts = components.flatMap((component): [string, string][] => {
    const [key, limit] = [quotaKeyOf(component), limits[component.type]];
    if (key === undefined || limit === undefined || component.billing_type !== 'limit') return [];
    return [[key, formatAmount(key, limit * component.unit_factor)]];
  });
  return Object.fromEntries(amounts);
}

export const QUOTA_NAME = 'custom-resource-quota';

export const resourceQuotaObject = (namespace: string, hard: Quota) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: QUOTA_NAME, namespace, labels: { 'app.kubernetes.io/managed-by': 'paddock' } },
  spec: { hard },
});

const RANCHER_NAMES: Readonly<Record<string, string>> = {
  'limits.cpu': 'limitsCpu',
  'limits.memory': 'limitsMemory',
  'requests.storage': 'requestsStorage',
  pods: 'pods',
};
/** Amounts by Rancher's names. Rancher has names for some of Kubernetes' keys, and puts the others into `extended`. */
export type RancherLimit = { [name: string]: string | Record<string, string> };

const KUBERNETES_NAMES = new Map(Object.entries(RANCHER_NAMES).map(([key, name]) => [name, key]));

/**
 * Converts a limit from Rancher's names to Kubernetes' keys. Amounts in `extended` already have Kubernetes' keys. All
 * other names that are not in `RANCHER_NAMES` are left out, because Paddock never sets them.
 */
export function quotaFromRancher(limit: RancherLimit): Quota {
  const { extended = {}, ...named } = limit;
  const known = Object.entries(named).flatMap(([name, amount]) => {
    const key = KUBERNETES_NAMES.get(name);
    return key === undefined || typeof amount !== 'string' ? [] : [[key, amount]];
  });
  return { ...Object.fromEntries(known), ...(typeof extended === 'object' && extended) };
}

export function rancherLimit(quota: Quota): RancherLimit {
  const named: RancherLimit = {};
  const extended: Record<string, string> = {};
  for (const [key, amount] of Object.entries(quota)) {
    const name = RANCHER_NAMES[key];
    if (name === undefined) extended[key] = amount;
    else named[name] = amount;
  }
  return { ...named, ...(Object.keys(extended).length > 0 && { extended }) };
}

/**
 * Both quotas of a Rancher project: one for the whole project, and the default for each namespace. Rancher refuses one
 * quota without the other, so both are null if the project has no quota. The namespace that Paddock creates in the
 * project gets the whole quota. So the default for other namespaces is zero.
 */
export function rancherQuotas(quota: Quota) {
  if (Object.keys(quota).length === 0) return { resourceQuota: null, namespaceDefaultResourceQuota: null };
  const nothing = Object.fromEntries(Object.keys(quota).map((key) => [key, '0']));
  return {
    resourceQuota: { limit: rancherLimit(quota) },
    namespaceDefaultResourceQuota: { limit: rancherLimit(nothing) },
  };
}

/** Whether two quotas set the same limits. The amounts are compared as numbers, so `1` equals `1000m`. */
export const isSameQuota = (one: Quota, other: Quota): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, amount]) => parseQuantity(amount) === parseQuantity(other[key] ?? 'none'));

/** Keys of quotas whose used amount is larger than the amount in the quota. */
export const keysAbove = (used: Quota, quota: Quota): string[] =>
  Object.keys(used).filter(
    (key) => (parseQuantity(used[key] ?? '0') ?? 0) > (parseQuantity(quota[key] ?? '') ?? Infinity),
  );

/**
 * For each key, the larger amount of the two quotas. While a quota is being changed, Rancher must allow both the old
 * amount and the new one.
 */
export function largerQuota(one: Quota, other: Quota): Quota {
  const larger = (a: string, b: string) => ((parseQuantity(a) ?? 0) >= (parseQuantity(b) ?? 0) ? a : b);
  const shared = Object.entries(one).map(([key, amount]) => [key, larger(amount, other[key] ?? '0')]);
  return { ...other, ...Object.fromEntries(shared) };
}
