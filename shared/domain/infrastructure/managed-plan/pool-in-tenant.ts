import type { Uuid } from '#shared/domain/_core/identifier';
import { gigabytesOf } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { Flavor } from '#shared/domain/planning/cloud-facts';
import type { PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import { Invalid } from '#shared/errors';
import type { ClusterTenant } from '../cluster-tenant.ts';
import type { ManagedAttributes } from '../managed-attributes.ts';
import type { ManagedPoolRequest } from '../managed-pool-request.ts';
import { flavorIn, type MachinePlace, type OfferedCloud } from '../offered-cloud.ts';
import { externalNetworkOf, noFlavorText, requiredImage } from './missing-in-cloud.ts';

/**
 * A pool in a tenant that does not exist yet. The pool has the size of its flavor, but no ids of the tenant's objects.
 */
export type PlannedTenantPool = NonNullable<ClusterTenant['pools']>[number];

type OfProvider = { allocateFloatingIps: boolean; imageUser: string };

/** The cloud of a pool. The pool need not name its cloud if the order has only one cloud. */
export const offeringOf = (
  { offeringUuid }: Pick<ManagedPoolRequest, 'offeringUuid'>,
  { openstackOfferingUuids: chosen }: Pick<ManagedAttributes, 'openstackOfferingUuids'>,
): Uuid | undefined => offeringUuid ?? (chosen.length === 1 ? chosen[0] : undefined);

/** The pools of an order in one cloud. */
export const poolsOfCloud = (attributes: ManagedAttributes, { offeringUuid }: Pick<OfferedCloud, 'offeringUuid'>) =>
  (attributes.pools ?? []).filter((pool) => offeringOf(pool, attributes) === offeringUuid);

function flavorOf(cloud: OfferedCloud, { flavorName }: ManagedPoolRequest): Flavor {
  const flavor = flavorIn(cloud, flavorName);
  if (!flavor) throw new Invalid({ pools: [noFlavorText(cloud, flavorName)] });
  return flavor;
}

/** The volume from which machines of a pool boot. The volume type is used only if `hasTypes` is true. */
const rootVolumeOf = ({ rootVolume }: ManagedPoolRequest, { hasTypes }: MachinePlace): PoolSpec['rootVolume'] =>
  rootVolume && {
    sizeGb: gigabytesOf(rootVolume.sizeMb),
    ...(hasTypes && rootVolume.typeName !== undefined && { volumeType: rootVolume.typeName }),
  };

/** Plans a pool of an order. Throws Invalid if the cloud does not have the flavor or the image. */
export function planTenantPool(
  request: ManagedPoolRequest,
  place: MachinePlace,
  { allocateFloatingIps, imageUser: sshUser }: OfProvider,
): PlannedTenantPool {
  const { cloud } = place;
  const { offeringUuid: _cloud, flavorName, rootVolume: _asked, ...settings } = request;
  const flavor = flavorOf(cloud, request);
  const rootVolume = rootVolumeOf(request, place);
  return {
    ...settings,
    ...{ flavorId: flavor.id, flavorName, vcpus: flavor.vcpus, ramMb: flavor.ramMb },
    ...{ imageId: requiredImage(cloud).id, sshUser },
    ...(rootVolume && { rootVolume }),
    ...(cloud.availabilityZone !== undefined && { availabilityZone: cloud.availabilityZone }),
    ...(allocateFloatingIps && { floatingIpPool: externalNetworkOf(cloud).name }),
  };
}
