import type { Caller } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import { demand } from '../domain/permission.ts';
import type { Project } from '../domain/project.ts';
import { newRecord } from '../domain/record.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { newSlug } from './new-slug.ts';
import { referredCustomer } from './referred-objects.ts';

type Deps = { store: Pick<Store, 'customers' | 'projects' | 'counters' | 'commit'>; clock: Clock; ids: Ids };

export async function createProject(
  { store, clock, ids }: Deps,
  caller: Caller,
  input: { name: string; description: string; customerUuid: Uuid },
): Promise<Project> {
  const customer = await referredCustomer(store, caller, input.customerUuid);
  demand(caller, 'project.create', { customerUuid: customer.uuid });
  const slug = await newSlug(store, input.name);
  const project: Project = { ...newRecord(ids.uuid(), clock.now()), ...input, slug, customerName: customer.name };
  await store.commit(store.projects.insert(project));
  return project;
}
