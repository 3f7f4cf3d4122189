import { newSlug } from '#shared/app/_core/new-slug';
import { resolveSshKey } from '#shared/app/identity/ssh-keys';
import { assertResourceNameFree, checkManagedOrder } from '#shared/app/planning/check-managed-order';
import { nameTaken } from '#shared/app/planning/check-order';
import { chooseNetworks } from '#shared/app/planning/choose-networks';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { managedPartOf } from '#shared/app/planning/plan-managed-order';
import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { clusterTenantUuid } from '#shared/domain/infrastructure/cluster-tenant';
import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import { managedClusterName, vmProjectName } from '#shared/domain/infrastructure/managed-names';
import { atOrderedVersion } from '#shared/domain/marketplace/kubernetes-versions';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { Order } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import {
  claimsUuidOfSettings,
  clusterNameClaim,
  nodeNetworkClaim,
  resourceNameClaim,
} from '#shared/domain/planning/naming';
import type { ProviderSettings, RancherSettings } from '#shared/domain/providers/service-settings';
import { VersionConflict } from '#shared/errors';
import type { Write } from '#shared/ports/store';
import { type OrderRequest, optionNamesOf } from './order-request.ts';

type About = { project: Project; offering: RancherOffering };

/**
 * Creates the VM project, which will own the cluster's tenants and machines. `customerUuid` is the provider's option
 * `customer_uuid`.
 */
async function newVmProject(
  { store, clock, ids }: OrderDeps,
  { project, customerUuid, orderName }: { project: Project; customerUuid: string; orderName: string },
): Promise<Project> {
  const [consumer, provider] = await Promise.all([
    store.customers.get(project.customerUuid),
    store.customers.get(customerUuid),
  ]);
  const name = vmProjectName({ customer: consumer, project, orderName });
  return {
    ...newRecord(ids.uuid(), clock.now()),
    name,
    slug: await newSlug(store, name),
    description: 'Automatically created project for Rancher cluster',
    customerUuid: provider.uuid,
    customerName: provider.name,
  };
}

type Checked = { project: Project; settings: RancherSettings; attributes: ManagedAttributes };

/**
 * Reserves names and networks, which must be unique. If a concurrent order has taken one of them, committing the
 * returned writes throws VersionConflict.
 */
async function reserveNamesAndNetworks(
  deps: OrderDeps,
  { project, settings, attributes }: Checked,
): Promise<ReservedCluster> {
  const { claims, projects } = deps.store;
  const { name, description, installLonghorn, openstackOfferingUuids } = attributes;
  const { customerUuid } = managedPartOf(settings);
  const [vmProject, slug, networks] = await Promise.all([
    newVmProject(deps, { project, customerUuid, orderName: name }),
    newSlug(deps.store, name),
    chooseNetworks(deps, settings, openstackOfferingUuids),
  ]);
  const clusterName = managedClusterName(slug);
  const meanwhile = (what: string) => () => new VersionConflict(`${what} was taken by another request.`);
  return {
    slug,
    cluster: {
      name: clusterName,
      description,
      installLonghorn,
      vmProjectUuid: vmProject.uuid,
      managed: { networks, publicIps: [] },
    },
    tenantOf: (clusterUuid) => clusterTenantUuid(clusterUuid, openstackOfferingUuids[0] ?? ''),
    writes: (clusterUuid) => [
      projects.insert(vmProject),
      claims.insert(resourceNameClaim(project.uuid, name), clusterUuid, nameTaken),
      // The name is claimed, because a self-managed cluster of the same Rancher may already have it.
      claims.insert(
        clusterNameClaim(claimsUuidOfSettings(settings), clusterName),
        clusterUuid,
        meanwhile(`Name ${clusterName}`),
      ),
      ...networks.map(({ cidr }) => claims.insert(nodeNetworkClaim(cidr), clusterUuid, meanwhile(`Network ${cidr}`))),
    ],
  };
}

/**
 * Plans the tenants of a managed order with all their objects, and thereby checks the order. Throws Invalid for the
 * first check that fails.
 */
export async function orderManaged(
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  { project, offering }: About,
): Promise<OrderedCluster> {
  const attributes = await resolveSshKey(deps.store, caller, request.readManagedAttributes(optionNamesOf(offering)));
  const { settings } = await checkManagedOrder(deps, { offering, attributes });
  await assertResourceNameFree(deps.store, project, attributes.name);
  return {
    settings: atOrderedVersion(settings, offering, attributes),
    name: attributes.name,
    attributes: { managedAttributes: attributes },
    endDate: attributes.endDate,
    reserveNamesAndNetworks: () => reserveNamesAndNetworks(deps, { project, settings, attributes }),
  };
}

/** The result of checking an order. The type is the same for self-managed and managed clusters. */
export type OrderedCluster = {
  settings: ProviderSettings;
  /** Name of the resource. */
  name: string;
  attributes: Pick<Order, 'attributes' | 'managedAttributes'>;
  /** The day on which the resource is to end. */
  endDate: string | undefined;
  /**
   * Reserves slugs, names and networks that are free now. A VersionConflict means that a concurrent order has taken one
   * of them. After a VersionConflict, this function is called again.
   */
  reserveNamesAndNetworks(): Promise<ReservedCluster>;
};

/** Some fields of the cluster's record, and the writes that reserve the cluster's names and networks. */
export type ReservedCluster = {
  /** Slug of the resource. */
  slug: string;
  cluster: Pick<Cluster, 'name' | 'description' | 'vmProjectUuid' | 'installLonghorn' | 'managed'>;
  /** Returns the uuid of the cluster's first tenant. */
  tenantOf(clusterUuid: Uuid): Uuid;
  writes(clusterUuid: Uuid): Write[];
};
