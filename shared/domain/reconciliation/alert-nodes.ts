import type { AskedNode } from '../clusters/alert-nodes.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { isUnderOperation } from '../clusters/cluster-work.ts';
import type { Node } from '../nodes/node.ts';
import type { PluginOptions } from '../providers/plugin-options.ts';

const MAX_NODES = 10;
const PAUSE_MINUTES = 60;
/**
 * The time after an alert in which a node may still be added. If the cloud does not answer, the next run of the watch
 * job tries again. The limit is an hour, because the load may have changed by then.
 */
const VALID_MINUTES = 60;

type Growing = Pick<
  Cluster,
  'state' | 'operationUuid' | 'nodeOperations' | 'hibernation' | 'nodes' | 'alertNodes' | 'drift'
>;

const minutesSince = (instant: string, now: Date): number => (now.getTime() - Date.parse(instant)) / 60_000;

export const mayAddNode = ({ alerts_adding_nodes: names = [] }: PluginOptions, alert: string): boolean =>
  names.includes(alert);

/** Whether an alert is recent enough to add a node. `at` is the time of the alert. */
export const isStillAsked = ({ at }: AskedNode, now: Date): boolean => minutesSince(at, now) < VALID_MINUTES;

/** Why no alert may add a node to the cluster now. Undefined if an alert may add a node. */
export function alertNodeProblem(cluster: Growing, options: PluginOptions, now: Date): string | undefined {
  const { alerts_adding_nodes_max_nodes: max = MAX_NODES, alerts_adding_nodes_pause_minutes: pause = PAUSE_MINUTES } =
    options;
  if (cluster.hibernation) return 'The cluster is hibernated.';
  if (cluster.state !== 'OK') return `The cluster is ${cluster.state}, not OK.`;
  if (isUnderOperation(cluster) || cluster.nodeOperations.length > 0) return 'Nodes of the cluster are being changed.';
  if (cluster.nodes.length >= max)
    return `The cluster has ${cluster.nodes.length} nodes. Alerts add nodes only up to ${max}.`;
  const { addedAt } = cluster.alertNodes ?? {};
  if (addedAt === undefined || minutesSince(addedAt, now) >= pause) return undefined;
  return `An alert has added a node less than ${pause} minutes ago.`;
}

/**
 * The agent from which a new agent is copied: the newest agent in the tenant with the fewest agents, so that nodes
 * spread over the clouds. Undefined if no agent works.
 */
export function agentToCopy<N extends Pick<Node, 'spec' | 'state' | 'created'>>(nodes: readonly N[]): N | undefined {
  const agents = nodes.filter(({ spec, state }) => spec.role === 'agent' && state === 'OK');
  const inTenantOf = ({ spec }: N) => agents.filter((other) => other.spec.tenantUuid === spec.tenantUuid).length;
  return [...agents].sort((a, b) => inTenantOf(a) - inTenantOf(b) || b.created.localeCompare(a.created))[0];
}
