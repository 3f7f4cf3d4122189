import { openstackUuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { imageIn } from '#shared/domain/infrastructure/offered-cloud';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import { planProblems } from '#shared/domain/planning/plan-problems';
import { planReplacement } from '#shared/domain/planning/plan-replacement';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import type { OrderDeps } from './order-deps.ts';
import { inMadeTenant, inOwnedTenant, type Placing } from './place-node.ts';
import { cloudOf, seenIn } from './plan-node-in-cloud.ts';
import { assertPlanPossible } from './plan-order.ts';
import { rancherOfferingOf } from './rancher-offering-of.ts';
import { readTenantFacts } from './read-tenant-facts.ts';
import { takenNodeNames } from './taken-node-names.ts';

/** Leaves the roles of the new node unchanged, because they are the roles of the replaced node. */
const asItIs = <S>(added: S): S => added;

async function likeInMadeTenant(deps: OrderDeps, cluster: Cluster, spec: NodeSpec): Promise<Placing> {
  const { store } = deps;
  const [tenant, record, settings, offering] = await Promise.all([
    store.clusterTenants.get(cluster.uuid, spec.tenantUuid),
    store.tenants.get(spec.tenantUuid),
    rancherSettingsOf(deps, cluster.settingsUuid),
    rancherOfferingOf(deps, cluster.offeringUuid),
  ]);
  const cloud = await cloudOf(deps, tenant, settings.options.baseImageName);
  const planned = planReplacement(spec, { facts: seenIn(record, cloud), image: imageIn(cloud) });
  // Network, subnet and security groups of a managed cluster follow from its tenant, so they are chosen again.
  const {
    tenantUuid,
    name: _name,
    subnetId: _subnet,
    networkId: _network,
    securityGroupIds: _groups,
    ...machine
  } = planned;
  return inMadeTenant(deps, { cloud, options: offering.pluginOptions, tenantUuid, machine }, asItIs);
}

async function likeInOwnedTenant(deps: OrderDeps, cluster: Cluster, spec: NodeSpec): Promise<Placing> {
  const [tenant, { options }] = await Promise.all([
    deps.store.tenants.get(spec.tenantUuid),
    rancherSettingsOf(deps, cluster.settingsUuid),
  ]);
  const subnetUuids = [openstackUuid(tenant.settingsUuid, 'subnet', spec.subnetId)];
  const [facts, takenNames] = await Promise.all([
    readTenantFacts(deps.openstack, tenant, { gateways: false, use: true, subnetUuids }),
    takenNodeNames(deps.openstack, [tenant]),
  ]);
  const image = facts.images.find(({ name }) => name === options.baseImageName);
  const planned = planReplacement(spec, { facts, image, inOwned: facts });
  assertPlanPossible(planProblems([planned], new Map([[tenant.uuid, facts]])));
  return inOwnedTenant(deps, { spec: planned, takenNames }, asItIs);
}

/**
 * Places a replacement like the node that it replaces: in the same tenant, with the same roles in Rancher. Throws
 * Invalid if the new node cannot be created in the cloud now. Throws Backend* errors and CloudNotAsked when the cloud
 * does not answer.
 */
export const placeReplacement = (deps: OrderDeps, cluster: Cluster, spec: NodeSpec): Promise<Placing> =>
  (cluster.managed ? likeInMadeTenant : likeInOwnedTenant)(deps, cluster, spec);
