import { newSlug } from '#shared/app/_core/new-slug';
import { resolveSshKeys } from '#shared/app/identity/resolve-ssh-keys';
import { checkOrder, nameTaken } from '#shared/app/planning/check-order';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { atOrderedVersion } from '#shared/domain/marketplace/kubernetes-versions';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import { claimsUuidOfSettings, clusterNameClaim } from '#shared/domain/planning/naming';
import { type OrderRequest, optionNamesOf } from './order-request.ts';
import type { OrderedCluster } from './ordered-cluster.ts';

/** Plans machines in existing tenants. Throws Invalid for the first check that fails. */
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
    reserveNamesAndNetworks: async () => ({
      slug: await newSlug(store, name),
      cluster: { name, description, installLonghorn, vmProjectUuid },
      tenantOf: () => tenants[0]?.uuid ?? '',
      writes: (clusterUuid) => [
        store.claims.insert(clusterNameClaim(claimsUuidOfSettings(settings), name), clusterUuid, nameTaken),
      ],
    }),
  };
}
