import { type Caller, canSeeCustomer } from '../domain/caller.ts';
import type { Customer, Project } from '../domain/customer.ts';
import type { Uuid } from '../domain/identifier.ts';
import { demand } from '../domain/permission.ts';
import { newRecord } from '../domain/record.ts';
import { Invalid } from '../errors.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

type Deps = { store: Pick<Store, 'customers' | 'projects' | 'commit'>; clock: Clock; ids: Ids };

/** A customer named in a body; one the caller cannot see does not exist for them. */
export async function referredCustomer(
  { customers }: Pick<Store, 'customers'>,
  caller: Caller,
  uuid: Uuid,
): Promise<Customer> {
  const customer = await customers.find(uuid);
  if (customer === undefined || !canSeeCustomer(caller, uuid)) {
    throw new Invalid({ customer: ['Invalid hyperlink - Object does not exist.'] });
  }
  return customer;
}

export async function createProject(
  { store, clock, ids }: Deps,
  caller: Caller,
  input: { name: string; description: string; customerUuid: Uuid },
): Promise<Project> {
  const customer = await referredCustomer(store, caller, input.customerUuid);
  demand(caller, 'project.create', { customerUuid: customer.uuid });
  const project: Project = { ...newRecord(ids.uuid(), clock.now()), ...input, customerName: customer.name };
  await store.commit(store.projects.insert(project));
  return project;
}
