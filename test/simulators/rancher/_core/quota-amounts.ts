import { canonicalQuantity, parseQuantity } from '../../kubernetes/quantity.ts';

/** Amounts by Rancher's names, such as `limitsCpu`. */
export type Amounts = Readonly<Record<string, string>>;

/** Rancher's names of limited resources, with Kubernetes' names for them. */
const NAMES: Amounts = {
  ...{ pods: 'pods', services: 'services', secrets: 'secrets', configMaps: 'configmaps' },
  ...{ replicationControllers: 'replicationcontrollers', persistentVolumeClaims: 'persistentvolumeclaims' },
  ...{ servicesNodePorts: 'services.nodeports', servicesLoadBalancers: 'services.loadbalancers' },
  ...{ requestsCpu: 'requests.cpu', requestsMemory: 'requests.memory', requestsStorage: 'requests.storage' },
  ...{ limitsCpu: 'limits.cpu', limitsMemory: 'limits.memory' },
};

export const isLimitName = (name: string): boolean => name in NAMES;
/** For any other resource, Rancher uses the name from Kubernetes, such as `requests.nvidia.com/gpu`. */
export const kubernetesName = (name: string): string => NAMES[name] ?? name;

/** The amounts above the limit, as Rancher's refusals list them. Undefined if all fit. */
export function exceeding(amounts: Amounts, limit: Amounts): string | undefined {
  const over = Object.entries(amounts).filter(([name, amount]) => {
    const most = parseQuantity(limit[name] ?? '');
    const wanted = parseQuantity(amount);
    return most && wanted && wanted.milli > most.milli;
  });
  const named = over.map(([name, amount]) => `${kubernetesName(name)}=${canonicalQuantity(amount)}`);
  return named.length > 0 ? named.toSorted().join(',') : undefined;
}
