import { type Caller, canSee, canSeeCustomer, placeOf } from '../domain/caller.ts';
import type { Customer } from '../domain/customer.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { Project } from '../domain/project.ts';
import { noObject } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** A customer named in a body. Throws Invalid; one the caller cannot see does not exist for them. */
export async function referredCustomer(
  { customers }: Pick<Store, 'customers'>,
  caller: Caller,
  uuid: Uuid,
): Promise<Customer> {
  const customer = await customers.find(uuid);
  if (customer === undefined || !canSeeCustomer(caller, uuid)) throw noObject('customer');
  return customer;
}

/** A project named in a body, in the given field. Throws Invalid; one the caller cannot see does not exist for them. */
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
