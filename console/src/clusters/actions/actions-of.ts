import type { Cluster } from '../cluster/cluster-query.ts';
import type { Driver } from '../cluster/parts-query.ts';

export type Action =
  | 'Add a node'
  | 'Upgrade'
  | 'Hibernate'
  | 'Wake up'
  | 'Rotate certificates'
  | 'Renew certificates'
  | 'Rotate the credential'
  | 'Terminate';
export type NodeAction = 'Console' | 'Replace' | 'Delete';

type Subject = Pick<Cluster, 'state' | 'upgrade'> & { hibernation: Pick<Cluster['hibernation'], 'status'> };
/**
 * For an ERRED cluster: whether a rotation or a change was interrupted. Interrupted upgrades and hibernations need no
 * field here, because the cluster's own record shows them.
 */
export type Interrupted = { rotation: boolean; change: boolean };

const BY_DRIVER: Readonly<Record<Driver, readonly Action[]>> = {
  'rancher-custom': ['Add a node', 'Upgrade', 'Hibernate', 'Rotate certificates'],
  'rancher-pools': ['Upgrade', 'Rotate certificates'],
  'cluster-api': ['Upgrade', 'Renew certificates', 'Rotate the credential'],
};

const isAwake = ({ hibernation: { status } }: Subject): boolean => status === 'AWAKE';

/**
 * Actions that continue an interrupted operation. After a failed change, the same change can be repeated. With Cluster
 * API, any change continues the operation.
 */
function continuing(driver: Driver, cluster: Subject, { rotation, change }: Interrupted): readonly Action[] {
  const { status } = cluster.hibernation;
  if (status === 'HIBERNATED') return ['Wake up'];
  if (!isAwake(cluster)) return ['Hibernate', 'Wake up'];
  if (driver === 'cluster-api') return change ? BY_DRIVER[driver] : [];
  return [
    ...(cluster.upgrade === null ? [] : (['Upgrade'] as const)),
    ...(rotation ? (['Rotate certificates'] as const) : []),
  ];
}

/**
 * Returns the possible actions on a cluster, by its driver and its state. A cluster with a running operation has no
 * actions.
 */
export function actionsOf(driver: Driver | undefined, cluster: Subject, interrupted: Interrupted): readonly Action[] {
  if (cluster.state !== 'OK' && cluster.state !== 'ERRED') return [];
  if (driver === undefined) return ['Terminate'];
  if (cluster.state === 'ERRED') return [...continuing(driver, cluster, interrupted), 'Terminate'];
  return [...(isAwake(cluster) ? BY_DRIVER[driver] : (['Wake up'] as const)), 'Terminate'];
}

/** Whether the cluster is OK and not hibernated. */
export const isRunning = (cluster: Subject): boolean => cluster.state === 'OK' && isAwake(cluster);

/** Whether the number of machines of pools and node groups can be changed. */
export const mayResize = (cluster: Subject, { change }: Interrupted): boolean =>
  isRunning(cluster) || (cluster.state === 'ERRED' && change);

/**
 * The name of the job that compares clusters with Rancher and the clouds. This job can find a failure while no
 * operation runs.
 */
const WATCH = 'watch-clusters';
type Failed = Subject & { last_error: { step: string } | null };
export const isErredByWatch = ({ state, last_error }: Failed): boolean =>
  state === 'ERRED' && last_error?.step === WATCH;

/**
 * Returns the possible actions on a node. An interrupted upgrade may need the deletion of lost nodes before it can
 * continue.
 */
export function nodeActionsOf(cluster: Failed): readonly NodeAction[] {
  if (isRunning(cluster)) return ['Console', 'Replace', 'Delete'];
  const isLeft = cluster.state === 'ERRED' && cluster.upgrade !== null;
  return isAwake(cluster) && (isLeft || isErredByWatch(cluster)) ? ['Console', 'Delete'] : [];
}
