import { planOrder } from '#shared/app/plan-order';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/cluster';
import { derivedUuid } from '#shared/domain/identifier';
import { nodeNameClaim } from '#shared/domain/naming';
import { NO_FACTS, type Node, type NodeSpec, summaryOf } from '#shared/domain/node';
import { wavesOf } from '#shared/domain/plan';
import { changed, newRecord } from '#shared/domain/record';
import { Conflict, Misconfigured } from '#shared/errors';
import { commitInChunks } from '../_step/chunks.ts';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { type OpenStackDeps, sessionsOf } from './openstack-deps.ts';

/** A node's uuid follows from its place in the plan, so that a repeated step finds its own rows. */
function newNode({ clock }: OpenStackDeps, cluster: Cluster, spec: NodeSpec, index: number): Node {
  return {
    ...newRecord(derivedUuid(cluster.uuid, `node/${index}`), clock.now()),
    clusterUuid: cluster.uuid,
    clusterName: cluster.name,
    projectUuid: cluster.projectUuid,
    customerUuid: cluster.customerUuid,
    settingsUuid: cluster.settingsUuid,
    state: 'CREATION_SCHEDULED',
    runtimeState: '',
    spec,
    portId: '',
    instanceId: '',
    volumeIds: [],
    addresses: [],
    backendId: '',
    facts: NO_FACTS,
  };
}

/** Names that foreign machines of the tenants have; our own do not count, a repeated plan must give them again. */
async function foreignNames(deps: OpenStackDeps, cluster: Cluster, ours: readonly Node[]): Promise<Set<string>> {
  const sessions = await sessionsOf(deps, cluster, ours);
  const servers = (await Promise.all(sessions.map((session) => session.listServers()))).flat();
  const own = new Set(ours.map((node) => node.spec.name));
  return new Set(servers.map((server) => server.name).filter((name) => !own.has(name)));
}

async function writeMissing(deps: OpenStackDeps, cluster: Cluster, existing: readonly Node[]): Promise<Node[]> {
  const { store } = deps;
  const order = await store.orders.get(cluster.orderUuid);
  if (!order.attributes) throw new Misconfigured(`order ${order.uuid} has no attributes to plan from`);
  if (existing.length === order.attributes.nodes.length) return [...existing];
  const plan = await planOrder(
    deps,
    order.attributes,
    cluster.settingsUuid,
    await foreignNames(deps, cluster, existing),
  );
  const have = new Set(existing.map((node) => node.uuid));
  const missing = plan.nodes
    .map((spec, index) => newNode(deps, cluster, spec, index))
    .filter((node) => !have.has(node.uuid));
  await commitInChunks(store, missing, (node) => [
    store.nodes.insert(node),
    store.claims.insert(
      nodeNameClaim(node.settingsUuid, node.spec.name),
      node.uuid,
      () => new Conflict(`the node name ${node.spec.name} was taken meanwhile`),
    ),
  ]);
  return store.nodes.listByCluster(cluster.uuid);
}

/** Checks the order again on live facts and writes one row for each machine, in chunks (design decision 16). */
export const planNodes = implement(steps.openstack.planNodes, async (deps: OpenStackDeps, target) => {
  const { store, clock } = deps;
  const cluster = await currentCluster(store, target);
  const nodes = await writeMissing(deps, cluster, await store.nodes.listByCluster(cluster.uuid));
  const currentStep = 'Creating the cluster in Rancher';
  await store.commit(
    store.clusters.replace(changed(cluster, clock.now(), { nodes: nodes.map(summaryOf), currentStep })),
  );
  await note(deps, target, { step: 'plan', message: `Planned ${nodes.length} nodes` });
  const { first, rest } = wavesOf(nodes);
  return { first: first.map((node) => node.uuid), rest: rest.map((node) => node.uuid) };
});
