import type { Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Project } from '#shared/domain/organizations/project';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { newSlug } from '../_core/new-slug.ts';
import { referredCustomer } from '../_core/referred-objects.ts';

type Deps = { store: Pick<Store, 'customers' | 'projects' | 'counters' | 'commit'>; clock: Clock; ids: Ids };

export async function createProject(
  { store, clock, ids }: Deps,
  caller: Caller,
  input: { name: string; description: string; customerUuid: Uuid },
): Promise<Project> {
  const customer = await referredCustomer(store, caller, input.customerUuid);
  assertPermitted(caller, 'project.create', { customerUuid: customer.uuid });
  const slug = await newSlug(store, input.name);
  const project: Project = { ...newRecord(ids.uuid(), clock.now()), ...input, slug, customerName: customer.name };
  await store.commit(store.projects.insert(project));
  return project;
}
