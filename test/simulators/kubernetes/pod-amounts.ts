import { fieldAt, isRecord } from './objects/kubernetes-objects.ts';
import { addQuantities, type Quantity } from './quantity.ts';

type Side = 'limits' | 'requests';

const textsOf = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, amount]) => [key, String(amount)])) : {};
const listIn = (spec: unknown, field: string): unknown[] => {
  const found = fieldAt(spec, field);
  return Array.isArray(found) ? found : [];
};
export const containersOf = (spec: unknown): unknown[] => listIn(spec, 'containers');

/**
 * The amount in the resources of a container, or of a pod as a whole. Without a request, the limit counts as the
 * request.
 */
export function amountIn(container: unknown, side: Side, resource: string): string | undefined {
  const given = fieldAt(container, 'resources');
  const limits = textsOf(fieldAt(given, 'limits'));
  const amounts = side === 'requests' ? { ...limits, ...textsOf(fieldAt(given, 'requests')) } : limits;
  return amounts[resource];
}

const sum = (a: Quantity, b: Quantity): Quantity => ({
  milli: a.milli + b.milli,
  isBinary: (a.milli === 0n ? b : a).isBinary,
});
const higher = (a: Quantity, b: Quantity): Quantity => (b.milli > a.milli ? b : a);

/**
 * The amount that the quota controller counts for a pod. Init containers run one after the other. A sidecar runs
 * together with all later containers.
 */
export function amountOfPod(spec: unknown, side: Side, resource: string): Quantity {
  const of = (container: unknown) => addQuantities([amountIn(container, side, resource) ?? '0']);
  let sidecars = addQuantities([]);
  let highest = addQuantities([]);
  for (const container of listIn(spec, 'initContainers')) {
    const isSidecar = fieldAt(container, 'restartPolicy') === 'Always';
    const running = sum(sidecars, of(container));
    if (isSidecar) sidecars = running;
    highest = higher(highest, running);
  }
  const beside = containersOf(spec).map(of).reduce(sum, sidecars);
  const ofPod = amountIn(spec, side, resource);
  const all = ofPod === undefined ? higher(beside, highest) : addQuantities([ofPod]);
  const overhead = addQuantities([textsOf(fieldAt(spec, 'overhead'))[resource] ?? '0']);
  return side === 'limits' && all.milli === 0n ? all : sum(all, overhead);
}

/** A pod that has ended is counted in no quota. */
export const hasEnded = (pod: unknown): boolean =>
  ['Succeeded', 'Failed'].includes(String(fieldAt(pod, 'status.phase')));
