import { z } from 'zod';
import type { PlannedClusterApiObjects } from '#shared/domain/cluster-api/planned-objects';
import type { PlannedObjects, PlannedTenant } from '#shared/domain/infrastructure/planned-objects';
import type { Estimate } from '#shared/domain/marketplace/prices/estimate';
import type { PlannedProject } from '#shared/domain/rancher-projects/planned-project';
import type { FieldErrors } from '#shared/errors';
import { orderEstimateView, viewOrderEstimate } from './order-estimate.ts';
import { plannedClusterApiView, viewPlannedClusterApi } from './order-plan-cluster-api.ts';
import { plannedInfrastructureView, viewPlannedInfrastructure } from './order-plan-infrastructure.ts';
import { rancherPoolsView, tenantPoolFields, viewRancherPools, viewTenantPools } from './order-plan-pools.ts';
import { plannedProjectView, viewPlannedProject } from './order-plan-project.ts';

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
 * Answer of `POST marketplace-orders/plan/`: every failed check, and every object that the order would create. Each id
 * is the id of the object in its backend.
 */
export const orderPlanView = z
  .object({
    valid: z.boolean(),
    /** The error bodies that `POST marketplace-orders/` would return, one for each failed check. */
    errors: z.array(z.record(z.string(), z.unknown())),
    /**
     * Sentences about choices that are allowed but risky. Only `objects` is searched for such choices, so the list is
     * empty if `objects` is null.
     */
    hints: z.array(z.string()),
    /**
     * Null if failed checks prevent a plan of the objects. Also null for a project in a shared cluster, and for a
     * cluster that Cluster API makes.
     */
    objects: plannedObjectsView.nullable(),
    /** Set only for an order of a cluster that Cluster API makes. Null for other orders. */
    cluster_api: plannedClusterApiView.nullable(),
    /** Set only for an order of a project in a shared cluster. Null for other orders. */
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
  plannedClusterApi,
  plannedProject,
  estimate,
  currency,
}: {
  errors: readonly FieldErrors[];
  hints: readonly string[];
  objects?: PlannedObjects;
  plannedClusterApi?: PlannedClusterApiObjects;
  plannedProject?: PlannedProject;
  estimate?: Estimate;
  currency: string;
}): z.infer<typeof orderPlanView> => ({
  valid: errors.length === 0,
  errors: errors.map((error) => ({ ...error })),
  hints: [...hints],
  objects: objects === undefined ? null : viewObjects(objects),
  cluster_api: plannedClusterApi === undefined ? null : viewPlannedClusterApi(plannedClusterApi),
  project: plannedProject === undefined ? null : viewPlannedProject(plannedProject),
  estimate: estimate === undefined ? null : viewOrderEstimate(estimate, currency),
});
