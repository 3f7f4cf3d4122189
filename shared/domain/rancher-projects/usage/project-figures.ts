import type { ProjectComponent } from '../../marketplace/rancher-project-offering.ts';
import { quotaKeyOf } from '../project-quota.ts';
import { type Amounts, hasEnded, type RequestingPod, requestsOfPod, sumOfAmounts } from './pod-requests.ts';

/** Figures of all namespaces of a shared cluster, in cores, bytes or pieces. NaN: an amount that cannot be read. */
export type ClusterFigures = {
  namespaces: readonly { name: string; projectId: string }[];
  pods: readonly RequestingPod[];
  claims: readonly { namespace: string; storage: number }[];
  quotas: readonly { namespace: string; used: Amounts }[];
};

/** Amounts by component, in the component's unit. A figure that cannot be read is missing, not zero. */
export type Figures = Readonly<Record<string, number>>;
export type ProjectFigures = {
  /** The sum of what pods and volume claims request. This is the usage that is reported. */
  requested: Figures;
  /** The amounts of all limited components, as Kubernetes counts them towards the quotas of the namespaces. */
  counted: Figures;
};

const GIBIBYTE = 2 ** 30;
const BYTES = /(^|\.)(memory|storage)$/;
const STORAGE = 'requests.storage';
const PODS = 'pods';

/**
 * Converts an amount to the unit of the component, with two decimal places. `key` is the component's key in quotas.
 * Undefined if the amount is missing or cannot be read.
 */
function figureOf(key: string, amount: number | undefined, { unit_factor }: ProjectComponent): number | undefined {
  if (amount === undefined || Number.isNaN(amount)) return undefined;
  const units = (BYTES.test(key) ? amount / GIBIBYTE : amount) / unit_factor;
  return Math.round(units * 100) / 100;
}

function figures(components: readonly ProjectComponent[], amountOf: (key: string) => number | undefined): Figures {
  const found = components.flatMap((component): [string, number][] => {
    const key = quotaKeyOf(component);
    const figure = key === undefined ? undefined : figureOf(key, amountOf(key), component);
    return figure === undefined ? [] : [[component.type, figure]];
  });
  return Object.fromEntries(found);
}

/** `limits.cpu` and `requests.cpu` are both about the resource `cpu`. */
const resourceOf = (key: string): string => key.replace(/^(limits|requests)\./, '');

/**
 * Several quotas of a namespace may count the same resource, so only the highest amount is used. Amounts of different
 * namespaces are added. A quota that cannot be read makes the sum unreadable.
 */
function countedIn(names: ReadonlySet<string>, quotas: ClusterFigures['quotas']): Amounts {
  const byNamespace = Map.groupBy(
    quotas.filter(({ namespace }) => names.has(namespace)),
    ({ namespace }) => namespace,
  );
  const highest = [...byNamespace.values()].map((all) => {
    const keys = new Set(all.flatMap(({ used }) => Object.keys(used)));
    return Object.fromEntries([...keys].map((key) => [key, Math.max(...all.flatMap(({ used }) => used[key] ?? []))]));
  });
  return sumOfAmounts(highest);
}

/** The figures of a project, over all its namespaces. */
export function figuresOfProject(
  projectId: string,
  components: readonly ProjectComponent[],
  { namespaces, pods, claims, quotas }: ClusterFigures,
): ProjectFigures {
  const names = new Set(namespaces.filter((it) => it.projectId === projectId).map(({ name }) => name));
  const running = pods.filter((pod) => names.has(pod.namespace) && !hasEnded(pod));
  const requests = sumOfAmounts(running.map(requestsOfPod));
  const storage = claims.filter(({ namespace }) => names.has(namespace)).reduce((sum, it) => sum + it.storage, 0);
  const counted = countedIn(names, quotas);
  return {
    requested: figures(components, (key) => {
      if (key === PODS) return running.length;
      return key === STORAGE ? storage : (requests[resourceOf(key)] ?? 0);
    }),
    counted: figures(components, (key) => counted[key]),
  };
}
