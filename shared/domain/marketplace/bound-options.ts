import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Offering } from './offering.ts';

/**
 * Options of an offering that name objects of a backend without a record in Paddock, and who may name them. `staff`:
 * only staff, because the option decides what customers of other sellers get. `provider`: also owners of the customer to
 * whom the provider's backend belongs alone (docs/decisions/0113-whose-is-it.md).
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
} as const satisfies Readonly<Record<string, 'staff' | 'provider'>>;
export type BoundOption = keyof typeof BOUND_OPTIONS;

const BOUND = Object.keys(BOUND_OPTIONS).filter((name): name is BoundOption => name in BOUND_OPTIONS);
type Options = Pick<Offering, 'pluginOptions'>;
const valueAt = ({ pluginOptions }: Options, name: string): unknown => new Map(Object.entries(pluginOptions)).get(name);

/** The options of `BOUND_OPTIONS` that a change sets to another value. An option that is removed needs no right. */
export const newBoundOptions = (after: Options, before: Options | undefined): BoundOption[] =>
  BOUND.filter((name) => {
    const value = valueAt(after, name);
    return value !== undefined && !(before && isSameValue(value, valueAt(before, name)));
  });
