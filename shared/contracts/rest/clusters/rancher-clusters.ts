import { z } from 'zod';
import { instant } from '#shared/domain/_core/identifier';
import { lifecycleState } from '#shared/domain/_core/lifecycle-state';
import { type Cluster, resourceStateOf } from '#shared/domain/clusters/cluster';
import type { ClusterEvent } from '#shared/domain/clusters/cluster-event';
import { type Drift, driftKind } from '#shared/domain/clusters/drift';
import { managementGroupUuid } from '#shared/domain/clusters/management-security-group';
import { progressOf } from '#shared/domain/clusters/waits/progress';
import type { ClusterSecurityGroup } from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import type { Node } from '#shared/domain/nodes/node';
import { anyOf, createdInstants, inProjectFilters, ofCluster } from '../_core/common-filters.ts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import type { Link, Listing } from '../_core/listing.ts';
import { projectFields, viewProjectOf } from '../_core/placement.ts';
import { nodeSummaryView, nodeView, viewNode, viewNodeSummary } from '../nodes/rancher-nodes.ts';
import { hibernationView, viewHibernation } from '../timetable/hibernation.ts';
import { timetableViewFields, viewTimetable } from '../timetable/timetable-body.ts';
import { clusterUpgradeView, viewUpgrade } from '../upgrades/cluster-upgrade.ts';
import { rancherOperationView, viewOperations } from '../upgrades/rancher-operation.ts';

/** A difference between Paddock's records of a cluster and the real state in Rancher and the clouds. */
const driftView = z
  .object({ kind: driftKind, node_uuid: z.string().nullable(), name: z.string(), message: z.string(), since: instant })
  .meta({ id: 'Drift' });
const viewDrift = ({ kind, nodeUuid, name, message, since }: Drift) => ({
  kind,
  name,
  message,
  since,
  node_uuid: nodeUuid ?? null,
});

/** The fields of a cluster (docs/spec/waldur-rancher.md#clusters). */
export const clusterView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    state: lifecycleState,
    runtime_state: z.string(),
    /** How much of the current operation is done, in percent. */
    progress: z.int().min(0).max(100),
    current_step: z.string(),
    resource_type: z.literal('Rancher.Cluster'),
    backend_id: z.string(),
    access_url: z.string(),
    kubernetes_version: z.string(),
    /** The running upgrade. Until all nodes have the new version, `kubernetes_version` is the old version. */
    upgrade: clusterUpgradeView.nullable(),
    /** The last snapshot, restore and rotation of encryption keys. A running operation comes first. */
    operations: z.array(rancherOperationView),
    capacity: z.record(z.string(), z.string()),
    requested: z.record(z.string(), z.string()),
    install_longhorn: z.boolean(),
    nodes: z.array(nodeSummaryView),
    drift: z.array(driftView),
    autohealing: z.boolean(),
    autohealing_held: z.string(),
    hibernation: hibernationView,
    ...timetableViewFields,
    service_name: z.string(),
    service_settings: z.string(),
    service_settings_uuid: z.string(),
    ...projectFields,
    customer: z.string(),
    tenant: z.string(),
    tenant_uuid: z.string(),
    vm_project: z.string(),
    /** Null until the cluster has a management security group. */
    management_security_group: z.string().nullable(),
    /** Addresses of the cluster's load balancers. Empty for self-managed clusters that were not imported. */
    public_ips: z.array(z.object({ ip_address: z.string(), tenant_uuid: z.string() })),
    marketplace_offering_uuid: z.string(),
    marketplace_offering_name: z.string(),
    marketplace_offering_type: z.literal('Rancher'),
    marketplace_plan_uuid: z.string().nullable(),
    marketplace_resource_uuid: z.string(),
    marketplace_resource_state: z.string(),
    order_uuid: z.string(),
    created: z.string(),
    modified: z.string(),
    ...failureFields,
  })
  .meta({ id: 'Cluster' });
export type ClusterView = z.infer<typeof clusterView>;
/** A single cluster, with all fields of its nodes and with its security groups. */
export const clusterDetailView = clusterView
  .extend({
    nodes: z.array(nodeView),
    /** The security groups of a managed cluster. A group has the same rules in all tenants of the cluster. */
    security_groups: z.array(z.object({ url: z.string(), uuid: z.string(), name: z.string() })),
  })
  .meta({ id: 'ClusterDetail' });

function viewManagementGroup(link: Link, { managementSecurityGroup: group }: Cluster): string | null {
  if (group === undefined || group.backendId === '') return null;
  return link('openstack-tenants', group.tenantUuid, `security-groups/${managementGroupUuid(group)}/`);
}

const publicIpsOf = ({ managed, imported }: Cluster) => (managed ?? imported)?.publicIps ?? [];

const viewPlace = (link: Link, cluster: Cluster) => ({
  service_name: cluster.settingsName,
  service_settings: link('service-settings', cluster.settingsUuid),
  service_settings_uuid: cluster.settingsUuid,
  ...viewProjectOf(link, cluster),
  customer: link('customers', cluster.customerUuid),
  tenant: link('openstack-tenants', cluster.tenantUuid),
  tenant_uuid: cluster.tenantUuid,
  vm_project: link('projects', cluster.vmProjectUuid),
  management_security_group: viewManagementGroup(link, cluster),
  public_ips: publicIpsOf(cluster).map((ip) => ({
    ip_address: ip.address,
    tenant_uuid: ip.tenantUuid,
  })),
});

const viewMarketplace = (cluster: Cluster) => ({
  marketplace_offering_uuid: cluster.offeringUuid,
  marketplace_offering_name: cluster.offeringName,
  marketplace_offering_type: 'Rancher' as const,
  marketplace_plan_uuid: cluster.planUuid ?? null,
  marketplace_resource_uuid: cluster.resourceUuid,
  marketplace_resource_state: resourceStateOf(cluster.state),
  order_uuid: cluster.orderUuid,
});

export const viewClusterDetail = (
  link: Link,
  cluster: Cluster,
  { nodes, groups }: { nodes: readonly Node[]; groups: readonly ClusterSecurityGroup[] },
): z.infer<typeof clusterDetailView> => ({
  ...viewCluster(link, cluster),
  nodes: nodes.map((node) => viewNode(link, node)),
  security_groups: groups.map(({ uuid, name }) => ({ url: link('rancher-cluster-security-groups', uuid), uuid, name })),
});

export function viewCluster(link: Link, cluster: Cluster): ClusterView {
  return {
    url: link('rancher-clusters', cluster.uuid),
    uuid: cluster.uuid,
    name: cluster.name,
    description: cluster.description,
    state: cluster.state,
    runtime_state: cluster.runtimeState,
    progress: progressOf(cluster),
    current_step: cluster.currentStep,
    resource_type: 'Rancher.Cluster',
    backend_id: cluster.backendId,
    access_url: cluster.accessUrl,
    kubernetes_version: cluster.kubernetesVersion,
    upgrade: cluster.upgrade ? viewUpgrade(cluster.upgrade) : null,
    operations: viewOperations(cluster),
    capacity: cluster.capacity,
    requested: cluster.requested,
    install_longhorn: cluster.installLonghorn,
    nodes: cluster.nodes.map((node) => viewNodeSummary(link, node)),
    drift: cluster.drift.map(viewDrift),
    autohealing: cluster.autohealing === true,
    autohealing_held: cluster.healing?.held ?? '',
    hibernation: viewHibernation(cluster.hibernation),
    ...viewTimetable(cluster.timetable),
    ...viewPlace(link, cluster),
    ...viewMarketplace(cluster),
    created: cluster.created,
    modified: cluster.modified,
    ...viewFailure(cluster.lastError),
  };
}

/** One line of the timeline at `rancher-clusters/{uuid}/events/`. */
export const clusterEventView = z
  .object({
    created: z.string(),
    step: z.string(),
    message: z.string(),
    node_name: z.string().nullable(),
    level: z.enum(['info', 'error']),
  })
  .meta({ id: 'ClusterEvent' });
export const viewClusterEvent = ({ at, step, message, nodeName, level }: ClusterEvent) => ({
  created: at,
  step,
  message,
  node_name: nodeName ?? null,
  level,
});

export const deletionView = z.object({ detail: z.string() });

export const clusterListing: Listing<Cluster, ClusterView> = {
  filters: {
    within: ['customer', 'project'],
    contains: {
      name: ({ name }) => name,
      description: ({ description }) => description,
      ...inProjectFilters.contains,
      query: anyOf(
        ({ name }) => name,
        ({ description }) => description,
        ({ backendId }) => backendId,
        ({ uuid }) => uuid,
      ),
    },
    equals: {
      name_exact: ({ name }) => name,
      backend_id: ({ backendId }) => backendId,
      service_settings_name: ({ settingsName }) => settingsName,
    },
    oneOf: { external_ip: (cluster) => publicIpsOf(cluster).map(({ address }) => address) },
    flags: inProjectFilters.flags,
    instants: createdInstants,
    nothing: inProjectFilters.nothing,
    own: { runtime_state: ofCluster.runtime_state },
    uuids: { uuid: ({ uuid }) => uuid, service_settings_uuid: ({ settingsUuid }) => settingsUuid },
    choices: { state: { values: lifecycleState.options, of: ({ state }) => state } },
    indexed: ['state', 'name', 'name_exact', 'backend_id', 'service_settings_uuid', 'uuid'],
  },
  orderings: {
    name: ({ name }) => name,
    state: ({ state }) => state,
    created: ({ created }) => created,
    customer_name: ({ customerName }) => customerName,
    project_name: ({ projectName }) => projectName,
    service_name: ({ settingsName }) => settingsName,
  },
  schema: clusterView,
  view: viewCluster,
};
export const clusterEventListing: Listing<ClusterEvent, z.infer<typeof clusterEventView>> = {
  filters: { choices: { level: { values: ['info', 'error'], of: ({ level }) => level } } },
  orderings: { created: ({ at }) => at, step: ({ step }) => step },
  stored: 'oldest first',
  schema: clusterEventView,
  view: (_link, event) => viewClusterEvent(event),
};
