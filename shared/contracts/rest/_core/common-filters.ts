import { z } from 'zod';
import type { RecordBase } from '#shared/domain/_core/record';
import { type Caller, grantsAt } from '#shared/domain/organizations/caller';
import type { InProject } from '#shared/domain/organizations/placement';
import type { RoleName } from '#shared/domain/organizations/role';

/** What `query` looks through: the text may be in any of these fields. */
export const anyOf =
  <T>(...fields: readonly ((item: T) => string)[]) =>
  (item: T): string =>
    fields.map((of) => of(item)).join('\n');

/** As Waldur names them: `created` is from when on. */
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

/** Whether the caller has one of these roles where something is; what staff may without a role does not count, as in Waldur. */
export const hasRole =
  (...roles: readonly RoleName[]) =>
  (place: Placed, asker: Caller | undefined): boolean =>
    asker !== undefined && grantsAt(asker, roles, place).length > 0;
export const managesPlace = hasRole('CUSTOMER.OWNER', 'PROJECT.MANAGER');

const placeNames = {
  project_name: ({ projectName }: PlacedIn) => projectName,
  customer_name: ({ customerName }: PlacedIn) => customerName,
};

/** Waldur's filters of whatever is in a project, beside those by the place itself. */
export const inProjectFilters = {
  contains: placeNames,
  flags: { can_manage: managesPlace },
  nothing: ['customer_native_name'],
};

const texts = (description: string) => z.array(z.string()).meta({ description });
/** Of the offering of what was bought, and of its cluster: the route finds those, and then what refers to them. */
export const ofOffering = {
  provider_uuid: texts(
    'Of an offering of this customer; its owners see all that is bought there: a uuid in either form, or its URL; may be repeated.',
  ),
  offering_slug: texts('Of an offering with this slug; may be repeated.'),
};
export const ofCluster = {
  backend_id: texts(
    'The cluster has this id in Rancher, or a site agent has given the resource this id; may be repeated.',
  ),
  runtime_state: texts('The cluster is in this state of health; may be repeated.'),
};

/** Waldur's states of what a backend has. */
const CORE_STATES = [
  ...['CREATION_SCHEDULED', 'CREATING', 'OK', 'UPDATE_SCHEDULED', 'UPDATING'],
  ...['DELETION_SCHEDULED', 'DELETING', 'ERRED'],
];
/** Of what is recorded as it is found, and so is always `OK`. */
export const alwaysOk = { values: CORE_STATES, of: () => 'OK' };
