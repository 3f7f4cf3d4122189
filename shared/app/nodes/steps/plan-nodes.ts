import { commitInChunks } from '#shared/app/_core/commit-in-chunks';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { planOrder } from '#shared/app/planning/plan-order';
import { rancherOfferingOf } from '#shared/app/planning/rancher-offering-of';
import { takenNodeNames } from '#shared/app/planning/taken-node-names';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { derivedUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { completeNode, madeFor } from '#shared/domain/infrastructure/managed-plan/complete-node';
import { attributesOf } from '#shared/domain/marketplace/order';
import { type Node, newNode, summaryOf } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import { tenantsOf } from '#shared/domain/planning/topology';
import { usesOf } from '#shared/domain/providers/service-settings';
import { driverOf } from '#shared/drivers/registry';
import { Conflict } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import type { OpenStackDeps } from './openstack-deps.ts';

/**
 * Completes the node specs that were planned together with a managed cluster's tenants, because the ids of networks are
 * known now. Nodes that were added later have rows already, so they are left out.
 */
async function managedSpecs({ store }: { store: Store }, cluster: Cluster): Promise<NodeSpec[]> {
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  return tenants.flatMap((tenant) =>
    tenant.nodes.filter(({ uuid }) => uuid === undefined).map((node) => completeNode(node, madeFor(tenant, node))),
  );
}

/**
 * Derives a node's uuid from the node's number in the order, so that a repeated step finds the rows that it has
 * written.
 */
const nodeUuid = (cluster: Cluster, index: number): Uuid => derivedUuid(cluster.uuid, `node/${index}`);

/**
 * If an order was placed less than this time ago (in milliseconds), its plan is not compared again with the current use
 * of the tenants. An older order has waited for approval, so its plan is compared again.
 */
const FRESH_MS = 60_000;

/**
 * A node of a new cluster. Its first state is CREATING, because the cluster's state machine is already creating the
 * nodes. The event of the node's creation is sent when its row is inserted. The later request for its server does not
 * change the state, so this request sends no event.
 */
const nodeAtWork = (cluster: Cluster, spec: NodeSpec, uuid: Uuid, now: Date): Node => ({
  ...newNode(cluster, spec, uuid, now),
  state: 'CREATING',
});

/**
 * Makes the missing node records of a new managed cluster. Their specs were planned together with the cluster's
 * tenants.
 */
async function missingManaged(deps: OpenStackDeps, cluster: Cluster, have: ReadonlySet<Uuid>): Promise<Node[]> {
  const specs = await managedSpecs(deps, cluster);
  return specs.flatMap((spec, index) => {
    const uuid = nodeUuid(cluster, index);
    return have.has(uuid) ? [] : [nodeAtWork(cluster, spec, uuid, deps.clock.now())];
  });
}

/**
 * Plans only the nodes that have no row yet. Rows of an interrupted attempt keep their names, even if a new plan would
 * choose other names.
 */
async function missingNodes(deps: OpenStackDeps, cluster: Cluster, existing: readonly Node[]): Promise<Node[]> {
  const { store } = deps;
  const have = new Set(existing.map((node) => node.uuid));
  if (cluster.managed) return missingManaged(deps, cluster, have);
  const order = await store.orders.get(cluster.orderUuid);
  const ordered = attributesOf(order);
  const requests = ordered.nodes.map((request, index) => ({ request, uuid: nodeUuid(cluster, index) }));
  const missing = requests.filter((item) => !have.has(item.uuid));
  if (missing.length === 0) return [];
  const attributes = { ...ordered, nodes: missing.map((item) => item.request) };
  const tenants = await Promise.all(tenantsOf(attributes).map((uuid) => store.tenants.get(uuid)));
  const own = existing.map((node) => node.spec.name);
  const plan = await planOrder(deps, attributes, cluster.settingsUuid, {
    offering: await rancherOfferingOf(deps, cluster.offeringUuid),
    cluster,
    takenNames: new Set([...own, ...(await takenNodeNames(deps.openstack, tenants))]),
    withUse: deps.clock.now().getTime() - Date.parse(order.created) > FRESH_MS,
  });
  return plan.nodes.map((spec, index) => nodeAtWork(cluster, spec, missing[index]?.uuid ?? '', deps.clock.now()));
}

async function writeMissing(deps: OpenStackDeps, cluster: Cluster): Promise<Node[]> {
  const { store } = deps;
  const missing = await missingNodes(deps, cluster, await store.nodes.listByCluster(cluster.uuid));
  await commitInChunks(store, missing, (node) => [
    store.nodes.insert(node),
    store.claims.insert(
      nodeNameClaim(node.settingsUuid, node.spec.name),
      node.uuid,
      () => new Conflict(`The node name ${node.spec.name} was taken by another request.`),
    ),
  ]);
  return store.nodes.listByCluster(cluster.uuid);
}

/**
 * Checks the order again against the current state of the clouds, and writes one row for each machine, in chunks
 * (docs/spec/design.md#one-table).
 */
export const planNodes = onProvider(steps.openstack.planNodes, async (deps: OpenStackDeps, target, cluster) => {
  const { store, clock } = deps;
  const nodes = await writeMissing(deps, cluster);
  const currentStep = 'Creating the cluster in Rancher';
  await store.commit(
    store.clusters.replace(changed(cluster, clock.now(), { nodes: nodes.map(summaryOf), currentStep })),
  );
  await note(deps, target, { step: 'plan', message: `Planned ${nodes.length} nodes` });
  const { first, rest } = driverOf(cluster).plan.waves(nodes);
  const parts = usesOf(await rancherSettingsOf(deps, cluster.settingsUuid));
  const uses = { ...parts, longhorn: cluster.installLonghorn && !parts.argocd };
  return { first: first.map((node) => node.uuid), rest: rest.map((node) => node.uuid), uses };
});
