import { expect } from 'vitest';
import type { CapiObject, ClusterApi, PoolWish } from './cluster-api-under-test.ts';

/**
 * A real manager writes once or twice a second, so a state may last only half a second. The interval is short, so that
 * polls do not miss such a state.
 */
export const EVENTUALLY = { timeout: 120_000, interval: 25 };
const DEPLOYMENT = 'cluster.x-k8s.io/deployment-name';

export const namesOf = (objects: readonly CapiObject[]): string[] =>
  objects.map(({ metadata }) => metadata.name).sort();
export const isLeaving = ({ metadata }: CapiObject): boolean => metadata.deletionTimestamp !== undefined;
export const isAvailable = (machine: CapiObject): boolean =>
  conditionOf(machine, 'Available')?.status === 'True' && !isLeaving(machine);
/**
 * Whether the machine's server is being created, or exists without a node. Rancher shows the server's name only once
 * the machine has a node.
 */
export const isComing = ({ status: { phase } }: CapiObject): boolean =>
  phase === 'Provisioning' || phase === 'Provisioned';
export const conditionOf = ({ status }: CapiObject, type: string) =>
  status.conditions.find((condition) => condition.type === type);
/** The conditions of a machine as text: type, status and reason. */
export const shownConditions = ({ status }: CapiObject): string[] =>
  status.conditions.map(({ type, status: truth, reason }) => `${type} ${truth} ${reason}`);

export const byAge = ({ metadata: one }: CapiObject, { metadata: other }: CapiObject): number =>
  one.creationTimestamp < other.creationTimestamp ? -1 : 1;

export type PoolUnderTest = ReturnType<typeof poolUnderTest>;

/** Access to one pool of the cluster. Real managers or the simulator control the pool. */
export function poolUnderTest(api: ClusterApi, pool: string) {
  const name = `${api.cluster}-${pool}`;
  const own = async (kind: 'machine' | 'machineset'): Promise<CapiObject[]> =>
    (await api.list(kind)).filter(({ metadata }) => metadata.labels[DEPLOYMENT] === name);
  const one = async (kind: 'machinedeployment' | 'machinehealthcheck'): Promise<CapiObject> => {
    const found = (await api.list(kind)).find(({ metadata }) => metadata.name === name);
    if (!found) throw new Error(`There is no ${kind} ${name}.`);
    return found;
  };
  const machines = () => own('machine');
  return {
    ...{ name, machines, sets: () => own('machineset'), write: (wish: PoolWish) => api.write(pool, wish) },
    leave: () => api.write(pool, undefined),
    deployment: () => one('machinedeployment'),
    healthCheck: () => one('machinehealthcheck'),
    async running(count: number): Promise<CapiObject[]> {
      const shown = async () => (await machines()).map((machine) => `${machine.status.phase} ${isAvailable(machine)}`);
      await expect.poll(shown, EVENTUALLY).toEqual(Array(count).fill('Running true'));
      const counted = async () => (await one('machinedeployment')).status.availableReplicas;
      await expect.poll(counted, EVENTUALLY).toBe(count);
      return machines();
    },
    async only(isWanted: (machines: CapiObject[]) => boolean): Promise<CapiObject[]> {
      await expect.poll(async () => isWanted(await machines()), EVENTUALLY).toBe(true);
      return machines();
    },
    async keptFromJoining(work: () => Promise<void>): Promise<void> {
      await api.keepFromJoining(true);
      await work().finally(() => api.keepFromJoining(false));
    },
    annotate: (machine: CapiObject, annotations: Record<string, string | null>) =>
      api.patch('machine', machine.metadata.name, { metadata: { annotations } }),
  };
}
