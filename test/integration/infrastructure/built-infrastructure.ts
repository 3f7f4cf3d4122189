import { z } from 'zod';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import { ensureNetwork } from '#shared/app/infrastructure/steps/ensure-network';
import { ensureProject } from '#shared/app/infrastructure/steps/ensure-project';
import { ensureSecurityGroups } from '#shared/app/infrastructure/steps/ensure-security-groups';
import type { InfrastructureDeps } from '#shared/app/infrastructure/steps/infrastructure-deps';
import { planTenants } from '#shared/app/infrastructure/steps/plan-tenants';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { managedMarket } from '../_worlds/managed-market.ts';
import type { Cloud, Market } from '../_worlds/market.ts';

export function infrastructureDeps({ store, secrets, stage, clock, log }: Market): InfrastructureDeps {
  const settingsOf = (uuid: string) => cloudSettingsOf({ store }, uuid);
  return {
    ...{ store, clock, log, ids: randomIds, site: DEFAULT_SITE_SETTINGS, serverAttempts: 2 },
    openstack: openstackSessions({ secrets, settingsOf, stage, clock }),
    slots: { perProvider: 20, keptMs: 65_000 },
  };
}

/**
 * Deletes the projects of a test. Otherwise the next test would find projects of the same names in the shared cloud.
 */
export async function removeProjects(market: Market, settingsUuid: string): Promise<void> {
  const admin = await infrastructureDeps(market).openstack.admin(settingsUuid);
  const ours = (await admin.listProjects()).filter(({ name }) => name.startsWith('os-tenant-'));
  for (const { id } of ours) await admin.deleteProject(id);
}

/**
 * Executes a managed order until its tenants have networks and security groups. Then sets cluster and resource to OK.
 */
export async function buildTenants(market: Market, clusterUuid: string) {
  const { store, clock } = market;
  const deps = infrastructureDeps(market);
  const ordered = await store.clusters.get(clusterUuid);
  const target = { operationUuid: ordered.operationUuid ?? '', clusterUuid };
  const { tenants } = await planTenants.run(deps, target);
  for (const step of [ensureProject, ensureNetwork, ensureSecurityGroups]) {
    for (const tenantUuid of tenants) await step.run(deps, { ...target, tenantUuid });
  }
  const cluster = await store.clusters.get(clusterUuid);
  const resource = await store.resources.get(cluster.resourceUuid);
  await store.commit(
    store.clusters.replace(changed(cluster, clock.now(), { state: 'OK' })),
    store.resources.replace(changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined })),
  );
  return { deps, target, tenants };
}

/** Places and accepts an order for a managed cluster in three zones of the given cloud. Returns the cluster's uuid. */
export async function orderInThreeZones(market: Market, cloud: Cloud): Promise<string> {
  const { az1, sell, move, managed, openstack, external_network_id } = await managedMarket(market, cloud);
  const zone = { type: 'OpenStack.Tenant', service_settings: openstack.url, plugin_options: { external_network_id } };
  const zones = [az1, await sell({ ...zone, name: 'AZ 2' }), await sell({ ...zone, name: 'AZ 3' })];
  const openstack_offering_uuid_list = zones.map(({ uuid }) => uuid);
  const offering = await managed({ openstack_offering_uuid_list });
  for (const item of [...zones, offering]) await move(item, 'activate');
  const attributes = {
    ...{ name: 'prod', openstack_offering_uuid_list, worker_nodes_count: 1 },
    ...{ worker_nodes_flavor_name: 'm1.medium', worker_nodes_data_volume_size: 20_480 },
    management_cidrs: ['198.51.100.0/24'],
  };
  const body = { offering: offering.uuid, project: market.projectUuid, attributes };
  const placed = await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body });
  return z.object({ resource_uuid: z.string() }).parse(placed.body).resource_uuid;
}
