import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import type { OfCluster } from '#shared/domain/marketplace/is-of-cluster';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { placementOf } from '#shared/domain/organizations/placement';
import type { Project } from '#shared/domain/organizations/project';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { ManagementCluster } from '#shared/ports/rancher/rancher-objects';
import type { RecordDeps } from '../planning/order-deps.ts';

export type Imported = { order: Order; resource: OfCluster<Resource>; cluster: Cluster };
export type ImportedFrom = {
  offering: RancherOffering;
  settings: RancherSettings;
  project: Project;
  planUuid: string | undefined;
  tenant: Tenant;
  slug: string;
  remote: ManagementCluster;
  /** Name of the cluster's Kubernetes object in Rancher. */
  provisioningName: string;
  publicIps: NonNullable<Cluster['imported']>['publicIps'];
  /** Returns the pools in which Rancher makes the machines. Returns undefined for a cluster without pools. */
  poolsOf: (clusterUuid: Uuid) => MachinePools | undefined;
};

/**
 * The attributes of the import's order. Nodes that are added later are planned from these attributes. So the machines
 * of these nodes get the tenant of the import and this tenant's own security group.
 */
const attributesOf = ({ tenant, remote: { name } }: ImportedFrom): NonNullable<Order['attributes']> => ({
  name,
  description: '',
  tenantUuid: tenant.uuid,
  nodes: [],
  securityGroupUuids: [],
  installLonghorn: false,
});

/**
 * Makes a cluster record from the data in Rancher. If the provider has an Argo CD, the next run of the renewal job
 * registers the cluster there.
 */
function clusterOf(from: ImportedFrom, now: Date) {
  const { settings, tenant, project, remote, provisioningName, publicIps } = from;
  const { backendUrl, argocd } = settings.options;
  return {
    name: remote.name,
    description: '',
    provisioningName,
    imported: { publicIps },
    state: 'OK' as const,
    runtimeState: remote.state,
    installLonghorn: false,
    settingsUuid: settings.uuid,
    settingsName: settings.name,
    ...(settings.claimsUuid && { claimsUuid: settings.claimsUuid }),
    tenantUuid: tenant.uuid,
    vmProjectUuid: project.uuid,
    backendId: remote.id,
    accessUrl: `${backendUrl}/c/${remote.id}`,
    kubernetesVersion: remote.kubernetesVersion || settings.options.k8sVersion,
    capacity: remote.capacity,
    requested: remote.requested,
    nodes: [],
    currentStep: '',
    nodeOperations: [],
    drift: [],
    missingNodes: [],
    ...(argocd && { argocdToken: { id: '', renewAt: now.toISOString() } }),
  };
}

/** Makes the records for an imported cluster: a finished order, a resource and a cluster. */
export function importedRecords({ clock, ids }: RecordDeps, caller: Caller, from: ImportedFrom): Imported {
  const { offering, project, planUuid, remote, slug } = from;
  const now = clock.now();
  const place = placementOf(project, offering, planUuid);
  const base = () => newRecord(ids.uuid(), now);
  const [orderBase, resourceBase, clusterBase] = [base(), base(), base()];
  const [orderUuid, resourceUuid, clusterUuid] = [orderBase.uuid, resourceBase.uuid, clusterBase.uuid];
  const at = now.toISOString();
  const machinePools = from.poolsOf(clusterUuid);
  const pooled = machinePools && { driver: 'rancher-pools' as const, machinePools };
  return {
    order: {
      ...orderBase,
      ...place,
      resourceUuid,
      clusterUuid,
      type: 'Create',
      state: 'done',
      resourceName: remote.name,
      attributes: attributesOf(from),
      createdByUuid: caller.user.uuid,
      approvedByUuid: caller.user.uuid,
      approvedAt: at,
      completedAt: at,
    },
    resource: { ...resourceBase, ...place, name: remote.name, slug, state: 'OK', clusterUuid, options: {} },
    cluster: { ...clusterBase, ...place, ...clusterOf(from, now), ...pooled, resourceUuid, orderUuid },
  };
}
