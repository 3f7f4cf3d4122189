import { z } from 'zod';
import { changeTexts, described } from '#shared/contracts/rest/_core/field-text';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import type { PoolUpdate } from '#shared/domain/planning/pools/update-pool';
import { POOL_TEXTS } from './pool-attribute-texts.ts';
import { poolFields, volumeOf } from './pool-body.ts';

/** Maps each field of a body to the field of `PoolUpdate` that stores the value. */
const FIELDS = {
  ...{ name: 'name', roles: 'roles', quantity: 'quantity' },
  ...{ flavor: 'flavorUuid', image: 'imageUuid', networks: 'networkUuids', security_groups: 'securityGroupUuids' },
  ...{ root_volume: 'rootVolume', data_volumes: 'dataVolumes', availability_zone: 'availabilityZone' },
  ...{ server_group: 'serverGroupId', user_data: 'userData', labels: 'labels', taints: 'taints' },
  ...{ drain_before_delete: 'drainBeforeDelete', drain_timeout: 'drainTimeout' },
  ...{ unhealthy_node_timeout: 'unhealthyNodeTimeout', max_unhealthy: 'maxUnhealthy' },
  ...{ node_startup_timeout: 'nodeStartupTimeout', autoscaling: 'autoscaling', paused: 'paused' },
  hostname_length_limit: 'hostnameLengthLimit',
} as const satisfies Record<keyof typeof poolFields, keyof PoolUpdate>;

type Shape = Readonly<Record<string, z.ZodType>>;
type WithoutDefaults<S extends Shape> = {
  [K in keyof S]: z.ZodOptional<S[K] extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : S[K]>;
};
/** The fields of a change. Defaults are removed, so that a field that is left out stays as it is. */
function withoutDefaults<S extends Shape>(shape: S): WithoutDefaults<S> {
  const entries = Object.entries(shape).map(([name, field]) => {
    const inner = field instanceof z.ZodDefault ? z.pipe(field.unwrap(), z.unknown()) : field;
    return [name, inner.optional()];
  });
  // `Object.fromEntries` loses the types of the keys. The cast to `WithoutDefaults` restores these types.
  return Object.fromEntries(entries) as WithoutDefaults<S>;
}

/** A change of a pool. Null clears a field. */
export const poolUpdateBody = knownFields(
  z.object(described(withoutDefaults(poolFields), changeTexts(POOL_TEXTS))),
).transform(({ root_volume, ...others }): PoolUpdate => {
  const volume = root_volume === undefined ? {} : { root_volume: root_volume === null ? null : volumeOf(root_volume) };
  const given = Object.entries({ ...others, ...volume }).filter(([, value]) => value !== undefined);
  const fields = given.map(([name, value]) => [FIELDS[name as keyof typeof FIELDS], value ?? undefined]);
  // The cast is safe. The parsed fields have the types of a `PoolRequest`. Null is accepted only for fields that a pool
  // may lack, and becomes undefined here.
  return Object.fromEntries(fields) as PoolUpdate;
});
