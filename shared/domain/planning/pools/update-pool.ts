import { Refusals } from '../../_core/refusals.ts';
import {
  checkChosen,
  checkDataVolumes,
  checkServerGroup,
  flavorOf,
  floatingIpPoolOf,
  groupsOf,
  imageOf,
  networkOf,
  type PoolFacts,
  rootVolumeOf,
} from './machine-in-tenant.ts';
import type { PlannedPool } from './plan-pool.ts';
import type { PoolRequest } from './pool-request.ts';
import type { PoolMachineSpec, PoolSpec } from './pool-spec.ts';

/** Fields of a pool that change. A field that is present without a value is cleared. */
export type PoolUpdate = Partial<PoolRequest>;

/** The changed fields of the pool's machines. Flavor, image, network and security groups have the cloud's ids. */
function machineUpdate(
  { roles }: PoolSpec,
  update: PoolUpdate,
  facts: PoolFacts,
  refused: Refusals,
): Partial<PoolMachineSpec> {
  const { flavorUuid, imageUuid, networkUuids, securityGroupUuids, dataVolumes } = update;
  const flavor = flavorUuid && flavorOf({ flavorUuid, roles }, facts, refused);
  const image = imageUuid && imageOf({ imageUuid }, facts, refused);
  const networkId = networkUuids && networkOf({ networkUuids }, facts, refused);
  if (dataVolumes) checkDataVolumes({ dataVolumes }, refused);
  checkChosen(update, facts, refused);
  checkServerGroup(update, facts, refused);
  return {
    ...(flavor && { flavorId: flavor.id }),
    ...(image && { imageId: image.id }),
    ...(networkId && { networkId, floatingIpPool: floatingIpPoolOf(networkId, facts, refused) }),
    ...(securityGroupUuids && { securityGroupIds: groupsOf({ securityGroupUuids }, facts, refused) }),
    ...('rootVolume' in update && { rootVolume: rootVolumeOf(update, facts, refused) }),
  };
}

/** Plans a change of a pool. All fields that are not in the update stay as they are. */
export function updatePool(spec: PoolSpec, update: PoolUpdate, facts: PoolFacts): PlannedPool {
  const refused = new Refusals();
  const machine = machineUpdate(spec, update, facts, refused);
  if (!refused.isEmpty) return { errors: refused.byField };
  const { flavorUuid, imageUuid, networkUuids, securityGroupUuids, rootVolume, dataVolumes, ...settings } = update;
  return { spec: { ...spec, ...settings, ...machine } };
}
