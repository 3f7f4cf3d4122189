import type { Caller } from '../domain/caller.ts';
import { atOrderedVersion } from '../domain/kubernetes-versions.ts';
import { claimsUuidOfSettings, clusterNameClaim } from '../domain/naming.ts';
import type { RancherOffering } from '../domain/offering.ts';
import type { Project } from '../domain/project.ts';
import { checkOrder, nameTaken } from './check-order.ts';
import { newSlug } from './new-slug.ts';
import type { OrderDeps } from './order-deps.ts';
import { type OrderRequest, optionNamesOf } from './order-request.ts';
import type { OrderedCluster } from './ordered-cluster.ts';
import { resolveSshKeys } from './resolve-ssh-keys.ts';

/** Machines in tenants that are there. Throws Invalid for the first check that fails. */
export async function orderSelfManaged(
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  { project, offering }: { project: Project; offering: RancherOffering },
): Promise<OrderedCluster> {
  const { store } = deps;
  const attributes = await resolveSshKeys(store, caller, request.readAttributes(optionNamesOf(offering)));
  const { settings, tenants } = await checkOrder(deps, caller, { project, offering, attributes });
  const { name, description, installLonghorn, vmProjectUuid = project.uuid } = attributes;
  return {
    settings: atOrderedVersion(settings, offering, attributes),
    name,
    attributes: { attributes },
    drawLots: async () => ({
      slug: await newSlug(store, name),
      cluster: { name, description, installLonghorn, vmProjectUuid },
      tenantOf: () => tenants[0]?.uuid ?? '',
      writes: (clusterUuid) => [
        store.claims.insert(clusterNameClaim(claimsUuidOfSettings(settings), name), clusterUuid, nameTaken),
      ],
    }),
  };
}
