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
/** What has stopped in a cluster that is ERRED, beside an upgrade and a hibernation, which the cluster shows itself. */
export type Interrupted = { rotation: boolean; change: boolean };

const BY_DRIVER: Readonly<Record<Driver, readonly Action[]>> = {
  'rancher-custom': ['Add a node', 'Upgrade', 'Hibernate', 'Rotate certificates'],
  'rancher-pools': ['Upgrade', 'Rotate certificates'],
  'cluster-api': ['Upgrade', 'Renew certificates', 'Rotate the credential'],
};

const isAwake = ({ hibernation: { status } }: Subject): boolean => status === 'AWAKE';

/** After a failure, the same change can be made again. Cluster API goes on after any change. */
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

/** What can be done with a cluster, by its driver and its state. An operation has to end first. */
export function actionsOf(driver: Driver | undefined, cluster: Subject, interrupted: Interrupted): readonly Action[] {
  if (cluster.state !== 'OK' && cluster.state !== 'ERRED') return [];
  if (driver === undefined) return ['Terminate'];
  if (cluster.state === 'ERRED') return [...continuing(driver, cluster, interrupted), 'Terminate'];
  return [...(isAwake(cluster) ? BY_DRIVER[driver] : (['Wake up'] as const)), 'Terminate'];
}

/** Whether everything in the cluster answers. */
export const isRunning = (cluster: Subject): boolean => cluster.state === 'OK' && isAwake(cluster);

/** Whether pools and node groups can get another number of machines. */
export const mayResize = (cluster: Subject, { change }: Interrupted): boolean =>
  isRunning(cluster) || (cluster.state === 'ERRED' && change);

/** The failure that the comparison with Rancher and the clouds has found, while no operation ran. */
const WATCH = 'watch-clusters';
type Failed = Subject & { last_error: { step: string } | null };
export const isErredByWatch = ({ state, last_error }: Failed): boolean =>
  state === 'ERRED' && last_error?.step === WATCH;

/** What can be done with a node. An upgrade may only go on after lost nodes were deleted. */
export function nodeActionsOf(cluster: Failed): readonly NodeAction[] {
  if (isRunning(cluster)) return ['Console', 'Replace', 'Delete'];
  const isLeft = cluster.state === 'ERRED' && cluster.upgrade !== null;
  return isAwake(cluster) && (isLeft || isErredByWatch(cluster)) ? ['Console', 'Delete'] : [];
}
