import { expect } from 'vitest';
import { z } from 'zod';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { deleteProject } from '#shared/app/infrastructure/steps/delete-project';
import { emptyTenants } from '#shared/app/infrastructure/steps/empty-tenants';
import { ensureLoadBalancer } from '#shared/app/infrastructure/steps/ensure-load-balancer';
import { ensureNetwork } from '#shared/app/infrastructure/steps/ensure-network';
import { ensurePeerNetworks } from '#shared/app/infrastructure/steps/ensure-peer-networks';
import { ensureProject } from '#shared/app/infrastructure/steps/ensure-project';
import { ensureSecurityGroups } from '#shared/app/infrastructure/steps/ensure-security-groups';
import { listTenants } from '#shared/app/infrastructure/steps/list-tenants';
import { planTenants } from '#shared/app/infrastructure/steps/plan-tenants';
import { sweepProjects } from '#shared/app/infrastructure/steps/sweep-projects';
import { changed, newRecord } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { RequestedManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { someOpenStackSettings } from '#test/builders/builders';
import { anOffering, aTenantOffering } from '#test/builders/offering-builders';
import { createOrder } from '#test/create-order';
import { type Begun, EVENTUALLY, type StepWorld, stepWorldPerFile } from './step-world.ts';

const account = z.object({
  auth_url: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
});

export type ManagedWorld = StepWorld & {
  /**
   * Begins an order for a managed cluster.
   * @param workers the number of workers for each offering
   * @param offerings the number of the cloud's offerings in the order, three at most
   */
  order(workers?: number, offerings?: number): Promise<Begun>;
  tenantOf(begun: Begun): Promise<ClusterTenant>;
};

const MANAGED = {
  nodeNetworkSupernet: '10.64.0.0/12',
  reservedNetworks: [],
  managementCidrs: ['198.51.100.0/24'],
  managementPorts: [9345],
  loadBalancerCloudInitTemplate: '',
};

type Sold = {
  zone?: Parameters<typeof aTenantOffering>[0];
  pluginOptions?: Partial<PluginOptions>;
  /**
   * Returns changes to the attributes of an order. `zones` lists the uuids of the cloud offerings that the order names.
   */
  attributes?: (zones: readonly string[]) => Partial<RequestedManagedAttributes>;
};

/**
 * Creates the cloud's offerings and the offering of managed clusters in the cloud. Returns the offerings and the
 * provider's new settings.
 */
async function sell({ store, secrets, stage, clock, project, cloud, settings }: StepWorld, more: Sold) {
  const { auth_url, admin } = account.parse(cloud.printed);
  const cloudSettings = someOpenStackSettings();
  cloudSettings.options.backendUrl = auth_url;
  await secrets.put(secretName(stage, 'openstack', cloudSettings.uuid), JSON.stringify(admin));
  const zones = ['az1', 'az2', 'az3'].map((slug) =>
    aTenantOffering({ settingsUuid: cloudSettings.uuid, slug, ...more.zone }),
  );
  const offering = anOffering({
    settingsUuid: settings.uuid,
    pluginOptions: {
      deployment_mode: 'managed',
      openstack_offering_uuid_list: zones.map(({ uuid }) => uuid),
      managed_rancher_server_flavor_name: 'm1.medium',
      managed_rancher_load_balancer_flavor_name: 'm1.small',
      ...more.pluginOptions,
    },
  });
  const managed = { ...MANAGED, customerUuid: project.customerUuid };
  const selling = changed(settings, clock.now(), { options: { ...settings.options, managed } });
  const names = { name: 'Sample Research', abbreviation: 'SR', slug: 'sample-1' };
  const customer = { ...newRecord(project.customerUuid, clock.now()), ...names };
  await store.commit(
    store.customers.insert(customer),
    store.settings.insert(cloudSettings),
    ...zones.map((zone) => store.offerings.insert(zone)),
    store.offerings.insert(offering),
    store.settings.replace(selling),
  );
  return { zones: zones.map(({ uuid }) => uuid), offering, settings: selling };
}

let made = 0;
function attributesIn(
  openstackOfferingUuids: string[],
  workers: number,
  fields: Sold['attributes'],
): RequestedManagedAttributes {
  made += 1;
  return {
    name: `prod ${made}`,
    description: '',
    openstackOfferingUuids,
    workerNodesCount: workers,
    workerNodesFlavorName: 'm1.medium',
    workerNodesDataVolumeSizeMb: 20_480,
    installLonghorn: false,
    ...fields?.(openstackOfferingUuids),
  };
}

/** A world with a cloud on sale, and with a provider that sells managed clusters in this cloud. */
export async function managedWorldPerFile(more: Sold = {}): Promise<ManagedWorld> {
  const world = await stepWorldPerFile();
  const { zones, offering, settings } = await sell(world, more);
  const order = async (workers = 1, offerings = 1): Promise<Begun> => {
    const placed = await createOrder(world, world.owner, {
      offeringUuid: offering.uuid,
      projectUuid: world.project.uuid,
      correlationId: 'correlation-1',
      readOptions: () => ({}),
      parseAttributes: () => expect.fail('the order is managed'),
      readSiteAgentAttributes: () => expect.fail('the order is managed'),
      readLimits: () => ({}),
      readManagedAttributes: () => attributesIn(zones.slice(0, offerings), workers, more.attributes),
    });
    const target = { operationUuid: placed.cluster.operationUuid ?? '', clusterUuid: placed.cluster.uuid };
    await beginOrder.run(world.deps, target);
    return { ...placed, target };
  };
  const tenantOf = async ({ target }: Begun) => {
    const [tenant] = await world.store.clusterTenants.listByCluster(target.clusterUuid);
    return tenant ?? expect.fail('no tenant is planned');
  };
  return { ...world, settings, order, tenantOf };
}

/** The steps of provision-infrastructure for one tenant, in order, each with its name. */
export const PROVISIONING = [
  ['ensureProject', ensureProject],
  ['ensureNetwork', ensureNetwork],
  ['ensureSecurityGroups', ensureSecurityGroups],
  ['ensureLoadBalancer', ensureLoadBalancer],
] as const;

type TenantStep = {
  run(deps: ManagedWorld['deps'], input: Begun['target'] & { tenantUuid: string }): Promise<unknown>;
};

/** Runs the step for each existing tenant of the cluster, one after the other. */
export async function inEachTenant({ store, deps }: ManagedWorld, { target }: Begun, step: TenantStep): Promise<void> {
  for (const { uuid } of await store.clusterTenants.listByCluster(target.clusterUuid)) {
    await step.run(deps, { ...target, tenantUuid: uuid });
  }
}

/** Plans the tenants and runs the first `steps` steps. Also joins the tenants' networks once the networks exist. */
export async function provision(world: ManagedWorld, begun: Begun, steps: number = PROVISIONING.length): Promise<void> {
  await planTenants.run(world.deps, begun.target);
  for (const [name, step] of PROVISIONING.slice(0, steps)) {
    await inEachTenant(world, begun, step);
    if (name === 'ensureNetwork') await ensurePeerNetworks.run(world.deps, begun.target);
  }
}

/** Repeats the step that empties the cluster's projects until the cloud has nothing left in them. */
export const empty = (world: ManagedWorld, { target }: Begun): Promise<void> =>
  expect.poll(() => emptyTenants.run(world.deps, target), EVENTUALLY).toMatchObject({ gone: true });

export async function remove(world: ManagedWorld, begun: Begun): Promise<void> {
  const { deps } = world;
  const { tenants } = await listTenants.run(deps, begun.target);
  await empty(world, begun);
  for (const tenantUuid of tenants) await deleteProject.run(deps, { ...begun.target, tenantUuid });
  await sweepProjects.run(deps, begun.target);
}
