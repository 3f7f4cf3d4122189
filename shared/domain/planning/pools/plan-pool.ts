import type { FieldErrors } from '#shared/errors';
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
  placeOf,
  rootVolumeOf,
} from './machine-in-tenant.ts';
import type { PoolRequest } from './pool-request.ts';
import type { PoolSpec } from './pool-spec.ts';

/** A planned pool, or its errors by field. */
export type PlannedPool = { spec: PoolSpec; errors?: never } | { spec?: never; errors: FieldErrors };

/** Plans a pool with the cloud's ids. `pool-problems.ts` checks the fields of the pool itself. */
export function planPool(request: PoolRequest, facts: PoolFacts): PlannedPool {
  const refused = new Refusals();
  const flavor = flavorOf(request, facts, refused);
  const image = imageOf(request, facts, refused);
  const networkId = networkOf(request, facts, refused);
  const floatingIpPool = floatingIpPoolOf(networkId, facts, refused);
  const securityGroupIds = groupsOf(request, facts, refused);
  const rootVolume = rootVolumeOf(request, facts, refused);
  checkDataVolumes(request, refused);
  checkChosen(request, facts, refused);
  checkServerGroup(request, facts, refused);
  if (!refused.isEmpty || !flavor || !image || networkId === undefined) return { errors: refused.byField };
  const {
    flavorUuid,
    imageUuid,
    networkUuids,
    securityGroupUuids,
    rootVolume: asked,
    dataVolumes,
    tenantUuid,
    ...settings
  } = request;
  return {
    spec: {
      ...settings,
      ...placeOf(request, facts),
      ...{ flavorId: flavor.id, imageId: image.id, networkId, securityGroupIds, sshUser: facts.sshUser },
      ...(rootVolume && { rootVolume }),
      ...(floatingIpPool !== undefined && { floatingIpPool }),
    },
  };
}
