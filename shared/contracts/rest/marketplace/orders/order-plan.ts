import { z } from 'zod';
import { PEER_NETWORK } from '#shared/domain/infrastructure/networks/peer-network';
import type {
  PlannedInfrastructure,
  PlannedObjects,
  PlannedTenant,
} from '#shared/domain/infrastructure/planned-objects';
import type { Estimate } from '#shared/domain/marketplace/prices/estimate';
import type { PlannedProject } from '#shared/domain/rancher-projects/planned-project';
import type { FieldErrors } from '#shared/errors';
import { snaked } from '../../_core/snake-names.ts';
import { orderEstimateView, viewOrderEstimate } from './order-estimate.ts';
import { rancherPoolsView, tenantPoolFields, viewRancherPools, viewTenantPools } from './order-plan-pools.ts';
import { plannedProjectView, viewPlannedProject } from './order-plan-project.ts';

const rule = z.object({
  protocol: z.string().nullable(),
  from_port: z.int().nullable(),
  to_port: z.int().nullable(),
  cidr: z.string(),
  description: z.string(),
});

/** What an order creates for a new tenant, besides machines. */
const plannedInfrastructureView = z
  .object({
    openstack_offering_uuid: z.string(),
    /** The tenant's limits by their names in Waldur. `cores` is a count. All other limits are in MB. */
    limits: z.record(z.string(), z.number()),
    /** The maximum number of objects of each kind in the tenant. */
    quotas: z.record(z.string(), z.int()),
    network: z.object({
      /** An example of a network. The network itself is chosen when the order is placed. */
      cidr: z.string(),
      gateway_ip: z.string(),
      allocation_pool: z.object({ start: z.string(), end: z.string() }),
    }),
    /**
     * The network that connects the routers if an order has several tenants in one cloud. One tenant owns the network
     * (`is_own`) and shares it with the other tenants. Null if the order has only one tenant in this cloud.
     */
    peer_network: z.object({ cidr: z.string(), is_own: z.boolean() }).nullable(),
    router: z.object({ name: z.string(), external_network_id: z.string() }),
    security_groups: z.array(z.object({ name: z.string(), description: z.string(), rules: z.array(rule) })),
    server_groups: z.array(z.object({ name: z.string(), policy: z.string() })),
  })
  .meta({ id: 'PlannedInfrastructure' });

type Rule = PlannedInfrastructure['securityGroups'][number]['rules'][number];
const viewRule = ({ fromPort, toPort, ...rule }: Rule) => ({
  protocol: rule.protocol,
  from_port: fromPort ?? null,
  to_port: toPort ?? null,
  cidr: rule.cidr,
  description: rule.description,
});

const viewPlannedInfrastructure = (
  tenantName: string,
  planned: PlannedInfrastructure,
): z.infer<typeof plannedInfrastructureView> => ({
  openstack_offering_uuid: planned.offeringUuid,
  limits: planned.limits,
  quotas: snaked(planned.quotas),
  network: {
    cidr: planned.network.cidr,
    gateway_ip: planned.network.gatewayIp,
    allocation_pool: planned.network.pool,
  },
  peer_network: planned.peerNetwork ? { cidr: PEER_NETWORK, is_own: planned.peerNetwork === 'own' } : null,
  router: { name: tenantName, external_network_id: planned.externalNetworkId },
  security_groups: planned.securityGroups.map(({ name, description, rules }) => ({
    name,
    description,
    rules: rules.map(viewRule),
  })),
  server_groups: planned.serverGroups.map(({ name, policy }) => ({ name, policy })),
});

const labels = z.record(z.string(), z.string());
const tenantObjects = z.object({
  tenant_uuid: z.string(),
  tenant_name: z.string(),
  ports: z.array(
    z.object({
      name: z.string(),
      network_id: z.string(),
      subnet_id: z.string(),
      security_group_ids: z.array(z.string()),
      /** Null if the cloud chooses the address. */
      ip_address: z.string().nullable(),
    }),
  ),
  servers: z.array(
    z.object({
      name: z.string(),
      role: z.enum(['server', 'agent', 'load_balancer']),
      flavor_id: z.string(),
      flavor_name: z.string(),
      cores: z.int(),
      /** In MB. */
      ram: z.int(),
      image_id: z.string(),
      image_name: z.string(),
      tags: z.array(z.string()),
      /** Name of the server's port. */
      port: z.string(),
    }),
  ),
  volumes: z.array(
    z.object({
      /** Name of the volume's server. */
      server: z.string(),
      device: z.string(),
      /** In GB. */
      size: z.int(),
      /** Null for the cloud's default type. */
      type: z.string().nullable(),
      /** Null for the boot volume. */
      mount_point: z.string().nullable(),
    }),
  ),
  floating_ips: z.array(z.object({ port: z.string(), network_id: z.string(), description: z.string() })),
  ...tenantPoolFields,
  /** Null if the tenant already exists. Then no infrastructure is created. */
  infrastructure: plannedInfrastructureView.nullable(),
});

const plannedObjectsView = z.object({
  /** The project for the machines of a managed order. Null for a self-managed order. */
  vm_project: z.object({ name: z.string(), slug: z.string() }).nullable(),
  rancher: z.object({
    cluster: z.object({ name: z.string(), kubernetes_version: z.string(), labels }),
    /** Null if Rancher makes the machines. */
    registration_token: z.object({ labels }).nullable(),
    pools: rancherPoolsView,
    registry_secret: z.object({ url: z.string(), user: z.string(), labels }).nullable(),
    api_key: z.object({ description: z.string() }).nullable(),
  }),
  vault: z.object({ policy: z.string(), role: z.string(), secret_path: z.string() }).nullable(),
  argocd: z.object({ namespace: z.string(), secret_name: z.string(), labels }).nullable(),
  tenants: z.array(tenantObjects),
});

/**
 * Answer of `POST marketplace-orders/plan/`: every failed check, and every object that the order would create. Ids are
 * those of the backends.
 */
export const orderPlanView = z
  .object({
    valid: z.boolean(),
    /** The error bodies that `POST marketplace-orders/` would return, one for each failed check. */
    errors: z.array(z.record(z.string(), z.unknown())),
    /**
     * Sentences about choices that are allowed but risky. Empty if failed checks prevent the search for such choices.
     */
    hints: z.array(z.string()),
    /** Null if failed checks prevent a plan of the objects, and for an order of a project in a shared cluster. */
    objects: plannedObjectsView.nullable(),
    /** Null unless the order is of a project in a shared cluster. */
    project: plannedProjectView.nullable(),
    /** The cost with the chosen plan, or with the offering's only plan. Null if the plan or the objects are unknown. */
    estimate: orderEstimateView.nullable(),
  })
  .meta({ id: 'OrderPlan' });

const viewTenant = ({ uuid, name, ports, servers, volumes, floatingIps, infrastructure, pools }: PlannedTenant) => ({
  tenant_uuid: uuid,
  tenant_name: name,
  ports: ports.map((port) => ({
    name: port.name,
    network_id: port.networkId,
    subnet_id: port.subnetId,
    security_group_ids: [...port.securityGroupIds],
    ip_address: port.ipAddress ?? null,
  })),
  servers: servers.map((server) => ({
    name: server.name,
    role: server.role,
    flavor_id: server.flavor.id,
    flavor_name: server.flavor.name,
    cores: server.flavor.vcpus,
    ram: server.flavor.ramMb,
    image_id: server.image.id,
    image_name: server.image.name,
    tags: [...server.tags],
    port: server.port,
  })),
  volumes: volumes.map((volume) => ({
    server: volume.server,
    device: volume.device,
    size: volume.sizeGb,
    type: volume.type ?? null,
    mount_point: volume.mountPoint ?? null,
  })),
  floating_ips: floatingIps.map(({ port, networkId, description }) => ({ port, network_id: networkId, description })),
  ...viewTenantPools(pools),
  infrastructure: infrastructure ? viewPlannedInfrastructure(name, infrastructure) : null,
});

const viewObjects = ({
  vmProject,
  rancher,
  vault,
  argocd,
  tenants,
}: PlannedObjects): z.infer<typeof plannedObjectsView> => ({
  vm_project: vmProject ?? null,
  rancher: {
    cluster: {
      name: rancher.cluster.name,
      kubernetes_version: rancher.cluster.kubernetesVersion,
      labels: rancher.cluster.labels,
    },
    registration_token: rancher.registrationToken ?? null,
    pools: viewRancherPools(rancher),
    registry_secret: rancher.registrySecret ?? null,
    api_key: rancher.apiKey ?? null,
  },
  vault: vault ? { policy: vault.policy, role: vault.role, secret_path: vault.secretPath } : null,
  argocd: argocd ? { namespace: argocd.namespace, secret_name: argocd.secretName, labels: argocd.labels } : null,
  tenants: tenants.map(viewTenant),
});

export const viewOrderPlan = ({
  errors,
  hints,
  objects,
  plannedProject,
  estimate,
  currency,
}: {
  errors: readonly FieldErrors[];
  hints: readonly string[];
  objects?: PlannedObjects;
  plannedProject?: PlannedProject;
  estimate?: Estimate;
  currency: string;
}): z.infer<typeof orderPlanView> => ({
  valid: errors.length === 0,
  errors: errors.map((error) => ({ ...error })),
  hints: [...hints],
  objects: objects === undefined ? null : viewObjects(objects),
  project: plannedProject === undefined ? null : viewPlannedProject(plannedProject),
  estimate: estimate === undefined ? null : viewOrderEstimate(estimate, currency),
});
