import type { Caller } from '../domain/caller.ts';
import { clusterTenantUuid } from '../domain/managed/cluster-tenant.ts';
import type { ManagedAttributes } from '../domain/managed/managed-attributes.ts';
import { managedClusterName, vmProjectName } from '../domain/managed/managed-names.ts';
import { clusterNameClaim, nodeNetworkClaim, resourceNameClaim } from '../domain/naming.ts';
import type { RancherOffering } from '../domain/offering.ts';
import type { Project } from '../domain/project.ts';
import { newRecord } from '../domain/record.ts';
import { LostRace } from '../errors.ts';
import { checkManagedOrder } from './check-managed-order.ts';
import { nameTaken } from './check-order.ts';
import { chooseNetworks } from './choose-networks.ts';
import { newSlug } from './new-slug.ts';
import type { OrderDeps } from './order-deps.ts';
import type { OrderRequest } from './order-request.ts';
import type { OrderedCluster } from './ordered-cluster.ts';
import { managedPartOf } from './plan-managed-order.ts';
import { resolveSshKey } from './resolve-ssh-keys.ts';

type About = { project: Project; offering: RancherOffering };

/** The project, in the provider's own organisation, that the cluster's tenants and machines will belong to. */
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

async function demandNameFree({ store }: OrderDeps, project: Project, { name }: ManagedAttributes): Promise<void> {
  if ((await store.claims.holderOf(resourceNameClaim(project.uuid, name))) !== undefined) throw nameTaken();
}

/**
 * Tenants and all that is in them, to be made. Throws Invalid for the first check that fails, and LostRace when its writes meet another
 * order that chose one of the same networks.
 */
export async function orderManaged(
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  { project, offering }: About,
): Promise<OrderedCluster> {
  const { store } = deps;
  const attributes = await resolveSshKey(store, caller, request.readManagedAttributes());
  await demandNameFree(deps, project, attributes);
  const { settings } = await checkManagedOrder(deps, { offering, attributes });
  const { name, description, installLonghorn, openstackOfferingUuids } = attributes;
  const { customerUuid } = managedPartOf(settings);
  const vmProject = await newVmProject(deps, { project, customerUuid, orderName: name });
  const slug = await newSlug(store, name);
  const networks = await chooseNetworks(deps, settings, openstackOfferingUuids);
  const clusterName = managedClusterName(slug);
  const taken = ({ cidr }: { cidr: string }) => new LostRace(`Network ${cidr} was taken meanwhile.`);
  return {
    settings,
    name,
    slug,
    attributes: { managedAttributes: attributes },
    cluster: {
      ...{ name: clusterName, description, installLonghorn, vmProjectUuid: vmProject.uuid },
      managed: { networks, publicIps: [] },
    },
    tenantOf: (clusterUuid) => clusterTenantUuid(clusterUuid, openstackOfferingUuids[0] ?? ''),
    writes: (clusterUuid) => [
      store.projects.insert(vmProject),
      store.claims.insert(clusterNameClaim(settings.uuid, clusterName), clusterUuid, nameTaken),
      store.claims.insert(resourceNameClaim(project.uuid, name), clusterUuid, nameTaken),
      ...networks.map((network) =>
        store.claims.insert(nodeNetworkClaim(network.cidr), clusterUuid, () => taken(network)),
      ),
    ],
  };
}
