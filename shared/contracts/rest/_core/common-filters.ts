import { z } from 'zod';
import { lifecycleState } from '#shared/domain/_core/lifecycle-state';
import type { RecordBase } from '#shared/domain/_core/record';
import { type Caller, grantsAt } from '#shared/domain/organizations/caller';
import type { InProject } from '#shared/domain/organizations/placement';
import type { RoleName } from '#shared/domain/organizations/role';
import { MAX_FILTER_TEXT, MAX_QUERY_VALUES } from './query-bounds.ts';

/** The text that the filter `query` searches: the given fields, one in each line. */
export const anyOf =
  <T>(...fields: readonly ((item: T) => string)[]) =>
  (item: T): string =>
    fields.map((of) => of(item)).join('\n');

/** Filters by the time of creation, with Waldur's names. `created` is the earliest time. */
export const createdInstants = {
  created: { is: 'from', of: ({ created }: RecordBase) => created },
  created_before: { is: 'until', of: ({ created }: RecordBase) => created },
} as const;
export const recordInstants = {
  ...createdInstants,
  modified: { is: 'from', of: ({ modified }: RecordBase) => modified },
  modified_before: { is: 'until', of: ({ modified }: RecordBase) => modified },
} as const;

type Placed = Pick<InProject, 'projectUuid' | 'customerUuid'>;
type PlacedIn = Pick<InProject, 'projectName' | 'customerName'>;

/**
 * Whether the caller has one of these roles in the customer or project. As in Waldur, the rights of staff do not count
 * as roles.
 */
export const hasRole =
  (...roles: readonly RoleName[]) =>
  (place: Placed, asker: Caller | undefined): boolean =>
    asker !== undefined && grantsAt(asker, roles, place).length > 0;
export const managesPlace = hasRole('CUSTOMER.OWNER', 'PROJECT.MANAGER');

const placeNames = {
  project_name: ({ projectName }: PlacedIn) => projectName,
  customer_name: ({ customerName }: PlacedIn) => customerName,
};

/** Waldur's filters of records in a project, except those that select the project or customer. */
export const inProjectFilters = {
  contains: placeNames,
  flags: { can_manage: managesPlace },
  nothing: ['customer_native_name'],
};

const texts = (description: string) =>
  z.array(z.string().max(MAX_FILTER_TEXT)).max(MAX_QUERY_VALUES).meta({ description });
/**
 * Filters by fields of the offering and of the cluster. The route first finds the matching offerings and clusters, then
 * the records that refer to them.
 */
export const ofOffering = {
  provider_uuid: texts(
    'Only items of offerings of this customer: its uuid with or without dashes, or its URL. May be repeated. Owners of the customer see all items of its offerings.',
  ),
  offering_slug: texts('Only items of the offering with this slug. May be repeated.'),
};
export const ofCluster = {
  backend_id: texts(
    'Only items with this id: the id of the cluster or project in Rancher, or the id that a site agent has given the resource. May be repeated.',
  ),
  runtime_state: texts('Only items whose cluster has this health. May be repeated.'),
};

/** The filter `state` for records of objects that were found in a backend. Their state is always `OK`. */
export const alwaysOk = { values: lifecycleState.options, of: () => 'OK' };
