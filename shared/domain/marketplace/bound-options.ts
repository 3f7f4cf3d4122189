import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Offering } from './offering.ts';

/**
 * Options of an offering that reach into a backend beyond the offering itself, and who may set them. `staff`: only
 * staff, because the option decides what customers of other sellers get. `provider`: also owners of the customer to whom
 * the provider's backend belongs alone. `cluster`: also owners of the customer to whom the offering's cluster belongs,
 * because the option sets roles, labels or policies there (docs/decisions/0113-whose-is-it.md).
 */
export const BOUND_OPTIONS = {
  magnum_api: 'staff',
  magnum_cloud: 'staff',
  etcd_snapshot_s3_endpoint: 'provider',
  etcd_snapshot_s3_bucket: 'provider',
  etcd_snapshot_s3_folder: 'provider',
  etcd_snapshot_s3_credential: 'provider',
  external_network_id: 'provider',
  remote_offering_uuid: 'provider',
  default_role: 'cluster',
  namespace_labels: 'cluster',
  default_no_gpu_quota: 'cluster',
} as const satisfies Readonly<Record<string, 'staff' | 'provider' | 'cluster'>>;
export type BoundOption = keyof typeof BOUND_OPTIONS;

const BOUND = Object.keys(BOUND_OPTIONS).filter((name): name is BoundOption => name in BOUND_OPTIONS);
type Options = Pick<Offering, 'pluginOptions'>;
const valueAt = ({ pluginOptions }: Options, name: string): unknown => new Map(Object.entries(pluginOptions)).get(name);

/**
 * The options of `BOUND_OPTIONS` that a change sets or removes. A removal counts, too: without `magnum_cloud`, the
 * offering is sold in every cloud.
 */
export const changedBoundOptions = (after: Options, before: Options | undefined): BoundOption[] =>
  BOUND.filter((name) => !isSameValue(valueAt(after, name), before && valueAt(before, name)));
