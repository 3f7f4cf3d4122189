import type { ListName, RecordPlace } from '#shared/domain/_core/define-record';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Visibility } from '#shared/domain/organizations/caller';
import type { Scope } from '#shared/ports/store';
import { ALL, customerScope, projectScope } from './keys.ts';

/**
 * A list to read. `index` is the index that has the list. `scope` is a part of the keys of its partition and its
 * counter.
 */
export type ListScope = {
  readonly index: 'all' | ListName;
  readonly scope: string;
  /** The customer whose records are in the list. Absent for the list of all records. */
  readonly customerUuid?: Uuid;
  readonly projectUuid?: Uuid;
};

const ALL_IN_ONE_PAGE: ListScope = { index: 'all', scope: ALL };
const ofCustomer = (uuid: Uuid): ListScope => ({
  index: 'customer',
  scope: customerScope(uuid),
  customerUuid: uuid,
});
const ofProject = (uuid: Uuid): ListScope => ({
  index: 'project',
  scope: projectScope(uuid),
  projectUuid: uuid,
});

const seesWhole = (visibility: Visibility, customerUuid: Uuid): boolean =>
  visibility === 'all' || visibility.customers.includes(customerUuid);

/** Whether the uuid is in the list. An absent uuid is in no list. */
const includes = (uuids: readonly Uuid[], uuid: Uuid | undefined): boolean =>
  uuid !== undefined && uuids.includes(uuid);

function visible(visibility: Visibility): ListScope[] {
  if (visibility === 'all') return [ALL_IN_ONE_PAGE];
  return [...new Set(visibility.customers)].map(ofCustomer).concat([...new Set(visibility.projects)].map(ofProject));
}

function candidates({ visibility, customerUuid, projectUuid }: Scope): ListScope[] {
  if (projectUuid !== undefined) return [ofProject(projectUuid)];
  if (customerUuid === undefined) return visible(visibility);
  if (seesWhole(visibility, customerUuid)) return [ofCustomer(customerUuid)];
  return visibility === 'all' ? [] : [...new Set(visibility.projects)].map(ofProject);
}

/**
 * The partitions to read for a scope (docs/spec/design.md#tenancy-in-the-key). A project's customer is known only after
 * a row of the project is read. So the partitions of projects are only candidates; `covers` checks the first row of
 * each.
 */
export function partitionsOf({ listedBy }: { listedBy: readonly ListName[] }, scope: Scope): ListScope[] {
  return candidates(scope).filter(({ index }) => index === 'all' || listedBy.includes(index));
}

/**
 * Whether a row at this place is in the scope. All rows of a project have the same customer, so checking one is enough.
 */
export function covers({ visibility, customerUuid, projectUuid }: Scope, place: RecordPlace): boolean {
  if (customerUuid !== undefined && place.customerUuid !== customerUuid) return false;
  if (projectUuid !== undefined && place.projectUuid !== projectUuid) return false;
  if (visibility === 'all') return true;
  return includes(visibility.customers, place.customerUuid) || includes(visibility.projects, place.projectUuid);
}
