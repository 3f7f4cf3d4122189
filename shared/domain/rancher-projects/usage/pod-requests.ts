/** Amounts by Kubernetes' names of resources: cores of `cpu`, bytes of `memory`, pieces of `nvidia.com/gpu`. */
export type Amounts = Readonly<Record<string, number>>;

/** The fields of a container that decide what its pod requests. */
export type RequestingContainer = {
  requests: Amounts;
  /** Whether the container is a sidecar: an init container that keeps running while the other containers run. */
  isSidecar: boolean;
};
export type RequestingPod = {
  namespace: string;
  /** The phase of the pod. A pod in the phase `Succeeded` or `Failed` has ended. */
  phase: string;
  containers: readonly RequestingContainer[];
  /** Init containers, in the order in which they run. */
  initContainers: readonly RequestingContainer[];
  /** Requests of the pod as a whole. These requests replace the requests of the pod's containers. */
  requests: Amounts;
  /** Additional requests for the overhead of the runtime class. */
  overhead: Amounts;
};

function combined(a: Amounts, b: Amounts, of: (one: number, other: number) => number): Amounts {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, of(a[name] ?? 0, b[name] ?? 0)]));
}
const sum = (a: Amounts, b: Amounts): Amounts => combined(a, b, (one, other) => one + other);
const higher = (a: Amounts, b: Amounts): Amounts => combined(a, b, Math.max);

export const sumOfAmounts = (all: readonly Amounts[]): Amounts => all.reduce(sum, {});

/**
 * The total requests of a pod. This is the highest of several sums: all containers with all sidecars, and each init
 * container with the sidecars before it. The reason is that init containers run one after the other, and a sidecar
 * keeps running with all containers that start after it. Kubernetes counts in the same way for quotas
 * (https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers).
 */
export function requestsOfPod({ containers, initContainers, requests, overhead }: RequestingPod): Amounts {
  let sidecars: Amounts = {};
  let highestInit: Amounts = {};
  for (const container of initContainers) {
    if (container.isSidecar) sidecars = sum(sidecars, container.requests);
    const running = container.isSidecar ? sidecars : sum(sidecars, container.requests);
    highestInit = higher(highestInit, running);
  }
  const running = sumOfAmounts([...containers.map((it) => it.requests), sidecars]);
  return sum({ ...higher(running, highestInit), ...requests }, overhead);
}

/** Whether the pod has ended. An ended pod reserves no resources, and Kubernetes counts it in no quota. */
export const hasEnded = ({ phase }: Pick<RequestingPod, 'phase'>): boolean =>
  phase === 'Succeeded' || phase === 'Failed';
