import type { Uuid } from '#shared/domain/_core/identifier';
import { type Caller, canSee, canSeeCustomer, placeOf } from '#shared/domain/organizations/caller';
import type { Customer } from '#shared/domain/organizations/customer';
import type { Project } from '#shared/domain/organizations/project';
import { noObject } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/**
 * Finds the customer that a field of a body names. Throws Invalid when the customer does not exist or the caller cannot
 * see it.
 */
export async function referredCustomer(
  { customers }: Pick<Store, 'customers'>,
  caller: Caller,
  uuid: Uuid,
): Promise<Customer> {
  const customer = await customers.find(uuid);
  if (customer === undefined || !canSeeCustomer(caller, uuid)) throw noObject('customer');
  return customer;
}

/**
 * Finds the project that a field of a body names. Throws Invalid when the project does not exist or the caller cannot
 * see it.
 */
export async function referredProject(
  { projects }: Pick<Store, 'projects'>,
  caller: Caller,
  uuid: Uuid,
  field = 'project',
): Promise<Project> {
  const project = await projects.find(uuid);
  if (project === undefined || !canSee(caller, placeOf(project))) throw noObject(field);
  return project;
}
