import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { AddedNodeRequest } from '#shared/domain/infrastructure/managed-plan/plan-added-node';
import { attributesOf } from '#shared/domain/marketplace/order';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan } from '#shared/domain/planning/plan';
import { type FieldErrors, Invalid } from '#shared/errors';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import type { OrderDeps } from './order-deps.ts';
import { assertPlanPossible, planOn } from './plan-order.ts';
import { rancherOfferingOf } from './rancher-offering-of.ts';
import { takenNodeNames } from './taken-node-names.ts';

/** Waldur's error texts (docs/spec/nodes.md#calls-of-nodes). */
const ONE_TENANT = 'Tenant should be specified either for node or cluster.';
const NOT_CONNECTED = 'Tenant should be one of already connected ones.';

/**
 * Finds the tenant for the new node. The cluster's order has named either one tenant for all nodes, or a tenant for
 * each node. In the second case the new node must name its tenant, too.
 */
async function tenantFor({ store }: OrderDeps, cluster: Cluster, ordered: Uuid | undefined, asked: Uuid | undefined) {
  if ((ordered === undefined) === (asked === undefined)) throw new Invalid({ tenant: [ONE_TENANT] });
  const nodes = await store.nodes.listByCluster(cluster.uuid);
  const connected = new Set([ordered, ...nodes.map(({ spec }) => spec.tenantUuid)]);
  const uuid = asked ?? ordered ?? '';
  if (!connected.has(uuid)) throw new Invalid({ tenant: [NOT_CONNECTED] });
  return store.tenants.get(uuid);
}

/** The request is about one node, so errors about `nodes` become errors about the fields of this node. */
function ofTheNode(errors: FieldErrors): FieldErrors {
  const { nodes, ...others } = errors;
  const [first] = Array.isArray(nodes) ? nodes : [nodes];
  if (nodes === undefined) return errors;
  return typeof first === 'object' ? { ...others, ...first } : { ...others, non_field_errors: nodes };
}

const isList = (body: Invalid['body']): body is readonly (string | FieldErrors)[] => Array.isArray(body);

async function inWordsOfTheNode<T>(check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Invalid) || isList(error.body)) throw error;
    throw new Invalid(ofTheNode(error.body), error);
  }
}

/**
 * Plans one more node for a self-managed cluster. Makes the same checks as an order
 * (docs/spec/orders.md#planned-nodes). Throws Invalid if the node cannot be created now, and Backend* errors when the
 * cloud does not answer.
 */
export async function planNodeInTenant(
  deps: OrderDeps,
  cluster: Cluster,
  request: AddedNodeRequest & Pick<OrderAttributes, 'sshPublicKey'>,
): Promise<{ spec: NodeSpec; takenNames: readonly string[] }> {
  const attributes = attributesOf(await deps.store.orders.get(cluster.orderUuid));
  const tenant = await tenantFor(deps, cluster, attributes.tenantUuid, request.tenantUuid);
  const [settings, offering, takenNames] = await Promise.all([
    rancherSettingsOf(deps, cluster.settingsUuid),
    rancherOfferingOf(deps, cluster.offeringUuid),
    takenNodeNames(deps.openstack, [tenant]),
  ]);
  const node = { ...request, subnetUuid: request.subnetUuid ?? '', dataVolumes: request.dataVolumes ?? [] };
  const ordered: OrderAttributes = { ...attributes, name: cluster.name, nodes: [{ ...node, tenantUuid: tenant.uuid }] };
  const on = { tenants: [tenant], settings, offering, cluster, takenNames: new Set(takenNames), withUse: true };
  const plan = await inWordsOfTheNode(async (): Promise<Plan> => {
    const planned = await planOn(deps, ordered, on);
    assertPlanPossible(planned.problems);
    return planned.plan;
  });
  const [spec] = plan.nodes;
  if (!spec) throw new Error('the plan for the new node has no node specification');
  return { spec, takenNames };
}
