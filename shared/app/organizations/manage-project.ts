import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/same-value';
import { type Caller, placeOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Project } from '#shared/domain/organizations/project';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { newSlug } from '../_core/new-slug.ts';
import { referredCustomer } from '../_core/referred-objects.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { type RenameDeps, renameWithin } from './rename-within.ts';

type Change = { name?: string | undefined; description?: string | undefined };

/** `read` reads the project again and throws NotFound. `readChange` parses the body, after the permission check. */
export async function updateProject(
  deps: RenameDeps,
  caller: Caller,
  read: () => Promise<Project>,
  readChange: () => Change,
): Promise<Project> {
  const { store, clock } = deps;
  const project = await retryOnConflict(async () => {
    const before = await read();
    assertPermitted(caller, 'project.update', placeOf(before));
    const { name = before.name, description = before.description } = readChange();
    const next = changed(before, clock.now(), { name, description });
    if (isSameValue({ ...next, version: before.version, modified: before.modified }, before)) return before;
    await store.commit(store.projects.replace(next));
    return next;
  });
  const { uuid: projectUuid, customerUuid, name } = project;
  await renameWithin(deps, { projectUuid, customerUuid }, { projectName: name });
  return project;
}

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
