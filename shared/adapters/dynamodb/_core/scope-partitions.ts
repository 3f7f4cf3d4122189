import type { ListName, RecordPlace } from '#shared/domain/_core/define-record';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Visibility } from '#shared/domain/organizations/caller';
import type { Scope } from '#shared/ports/store';
import { ALL, customerScope, projectScope } from './keys.ts';

/** A list to read. The keys of the list's partition and of its counter contain `scope`. */
export type ListScope = {
  readonly index: 'all' | ListName;
  readonly scope: string;
  /** The list contains only records of this customer. Absent in the list of all records. */
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
 * The partitions to read for a scope (docs/spec/design.md#tenancy-in-the-key). The keys of a project do not show its
 * customer. So the result may contain projects of other customers. `covers` checks the first row of each project.
 */
export function partitionsOf({ listedBy }: { listedBy: readonly ListName[] }, scope: Scope): ListScope[] {
  return candidates(scope).filter(({ index }) => index === 'all' || listedBy.includes(index));
}

/**
 * Whether a row of this customer and project is in the scope. All rows of a project have the same customer, so one row
 * of a project is enough to check.
 */
export function covers({ visibility, customerUuid, projectUuid }: Scope, place: RecordPlace): boolean {
  if (customerUuid !== undefined && place.customerUuid !== customerUuid) return false;
  if (projectUuid !== undefined && place.projectUuid !== projectUuid) return false;
  if (visibility === 'all') return true;
  return includes(visibility.customers, place.customerUuid) || includes(visibility.projects, place.projectUuid);
}
