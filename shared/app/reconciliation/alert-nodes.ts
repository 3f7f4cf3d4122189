import { derivedUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { type ClusterAlert, clusterActivity } from '#shared/domain/audit/activity-event';
import type { AskedNode } from '#shared/domain/clusters/alert-nodes';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isRancherOffering } from '#shared/domain/marketplace/offering';
import type { Node } from '#shared/domain/nodes/node';
import { flavorMatcher } from '#shared/domain/planning/flavors/flavor-pattern';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { agentToCopy, alertNodeProblem, isStillAsked, mayAddNode } from '#shared/domain/reconciliation/alert-nodes';
import { Conflict, Invalid, Superseded, VersionConflict } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { writeNode } from '../nodes/write-node.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { placeReplacement } from '../planning/place-replacement.ts';
import { rancherOfferingOf } from '../planning/rancher-offering-of.ts';

type AskDeps = { store: Pick<Store, 'clusters' | 'offerings' | 'events' | 'audit' | 'commit'>; clock: Clock };
type Why = Pick<AskedNode, 'alert' | 'key'>;

/**
 * Records why no node was added for an alert: in the cluster's timeline, and as an audit event. A repeated alert with
 * the same reason adds no second entry and no second event.
 */
async function recordRefusal({ store, clock }: AskDeps, cluster: Cluster, why: Why, reason: string): Promise<void> {
  const id = derivedUuid(cluster.uuid, `alert-node/${why.key}/${reason}`);
  await store.events.append({
    ...{ clusterUuid: cluster.uuid, key: `alert-node#${id}`, at: clock.now().toISOString(), step: 'alert-node' },
    ...{ message: `No node was added for the alert ${why.alert}: ${reason}`, level: 'info' },
  });
  const fields = { alert: { after: why.alert }, reason: { after: reason } };
  await store.audit.recordActivity({ ...clusterActivity(cluster, 'resource_alert_node_refused', fields), uuid: id });
}

const setAsked = ({ store, clock }: AskDeps, cluster: Cluster, asked: AskedNode | undefined): Promise<void> => {
  const { asked: _, ...others } = cluster.alertNodes ?? {};
  const alertNodes = { ...others, ...(asked && { asked }) };
  return store.commit(store.clusters.replace(changed(cluster, clock.now(), { alertNodes })));
};

async function ask(deps: AskDeps, clusterUuid: Uuid, alert: ClusterAlert, options: PluginOptions): Promise<void> {
  const { store, clock } = deps;
  const why = { alert: alert.name, key: alert.key };
  const refused = await retryOnConflict(async () => {
    const cluster = await store.clusters.find(clusterUuid);
    if (!cluster) return undefined;
    const { asked } = cluster.alertNodes ?? {};
    if (alert.isResolved) {
      if (asked?.key === alert.key) await setAsked(deps, cluster, undefined);
      return undefined;
    }
    const now = clock.now();
    if (asked && isStillAsked(asked, now)) return undefined;
    const reason = alertNodeProblem(cluster, options, now);
    if (reason !== undefined) return { cluster, reason };
    await setAsked(deps, cluster, { ...why, at: now.toISOString() });
    return undefined;
  });
  if (refused) await recordRefusal(deps, refused.cluster, why, refused.reason);
}

/**
 * For each alert that asks for a node, records the request on the cluster, if the offering allows this (S0-391). The
 * job that watches clusters adds the node later (`addAlertNode`), because the function that receives alerts has no
 * access to clouds. A refused request is recorded with the reason. When an alert ends, its request is removed.
 */
export async function askForAlertNodes(
  deps: AskDeps,
  alerts: readonly { cluster: Cluster; alert: ClusterAlert }[],
): Promise<void> {
  const uuids = [...new Set(alerts.map(({ cluster }) => cluster.offeringUuid))];
  const found = await Promise.all(uuids.map((uuid) => deps.store.offerings.find(uuid)));
  for (const { cluster, alert } of alerts) {
    const offering = found.find((item) => item?.uuid === cluster.offeringUuid);
    if (!offering || !isRancherOffering(offering) || !mayAddNode(offering.pluginOptions, alert.name)) continue;
    await ask(deps, cluster.uuid, alert, offering.pluginOptions);
  }
}

type Asking = { cluster: Cluster; asked: AskedNode; options: PluginOptions };

/**
 * Finds the request of an alert for a new node. Throws Superseded if no alert asks for a node any more. Throws
 * Conflict, with the reason, if no node may be added now.
 */
async function assertAsked(deps: OrderDeps, clusterUuid: Uuid): Promise<Asking> {
  const { store, clock, site } = deps;
  const cluster = await store.clusters.find(clusterUuid);
  const asked = cluster?.alertNodes?.asked;
  if (!cluster || !asked) throw new Superseded(`no alert asks for a node of cluster ${clusterUuid} any more`);
  const { pluginOptions: options } = await rancherOfferingOf(deps, cluster.offeringUuid);
  if (site.readOnlyMode) throw new Conflict('The installation is read-only.');
  if (!mayAddNode(options, asked.alert)) throw new Conflict('The offering no longer allows this alert to add nodes.');
  if (!isStillAsked(asked, clock.now())) throw new Conflict('The alert is too old.');
  const problem = alertNodeProblem(cluster, options, clock.now());
  if (problem !== undefined) throw new Conflict(problem);
  return { cluster, asked, options };
}

/**
 * Returns the spec of a working agent, which the new agent copies. Throws Conflict when the cluster has no working
 * agent, or when the offering no longer allows the flavor of this agent.
 */
function specToCopy(nodes: readonly Node[], { flavors_regex: pattern }: PluginOptions): NodeSpec {
  const spec = agentToCopy(nodes)?.spec;
  if (!spec)
    throw new Conflict('No agent node of the cluster is OK, so the new node cannot copy the settings of any node.');
  if (flavorMatcher(pattern)(spec.flavorName)) return spec;
  throw new Conflict(`Flavor ${spec.flavorName} is not part of the offering.`);
}

async function add(deps: OrderDeps, clusterUuid: Uuid, correlationId: string): Promise<{ node: Node; alert: string }> {
  const { cluster, asked, options } = await assertAsked(deps, clusterUuid);
  const spec = specToCopy(await deps.store.nodes.listByCluster(clusterUuid), options);
  const node = await writeNode(deps, {
    growing: async () => (await assertAsked(deps, clusterUuid)).cluster,
    place: await placeReplacement(deps, cluster, spec),
    correlationId,
    along: (_cluster, _node, now) => ({ fields: { alertNodes: { addedAt: now.toISOString() } } }),
  });
  return { node, alert: asked.alert };
}

async function refuse(deps: OrderDeps, clusterUuid: Uuid, reason: string): Promise<void> {
  const found = await retryOnConflict(async () => {
    const cluster = await deps.store.clusters.find(clusterUuid);
    const asked = cluster?.alertNodes?.asked;
    if (!cluster || !asked) return undefined;
    await setAsked(deps, cluster, undefined);
    return { cluster, asked };
  });
  if (found) await recordRefusal(deps, found.cluster, found.asked, reason);
}

/**
 * Adds the agent that an alert has asked for. The agent is a copy of an existing agent, and must pass the same checks
 * as every new node. After a refusal the request is removed, and only a repeated alert asks again. Throws Backend*
 * errors and CloudNotAsked when the cloud does not answer. In this case, the next run of the job that watches clusters
 * tries again, as long as the alert is recent.
 */
export async function addAlertNode(
  deps: OrderDeps,
  clusterUuid: Uuid,
  correlationId: string,
): Promise<'started' | 'refused' | 'nothing'> {
  try {
    const { node, alert } = await add(deps, clusterUuid, correlationId);
    await deps.store.events.append({
      ...{ clusterUuid, key: `alert-node#${node.uuid}`, at: deps.clock.now().toISOString(), step: 'alert-node' },
      ...{ message: `A node is being added for the alert ${alert}`, level: 'info', nodeName: node.spec.name },
    });
    return 'started';
  } catch (error) {
    if (error instanceof Superseded || error instanceof VersionConflict) return 'nothing';
    if (!(error instanceof Conflict) && !(error instanceof Invalid)) throw error;
    await refuse(deps, clusterUuid, error.message);
    return 'refused';
  }
}
