import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { type Caller, placeOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Project } from '#shared/domain/organizations/project';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { assertRoom } from '../_core/assert-room.ts';
import { newSlug } from '../_core/new-slug.ts';
import { referredCustomer } from '../_core/resolve-references.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { propagateName, type RenameDeps } from './propagate-name.ts';

type Change = { name?: string | undefined; description?: string | undefined };

/**
 * Changes a project. `read` returns the project or throws NotFound, and is called again for each attempt. `parseChange`
 * parses the body, after the permission check.
 */
export async function updateProject(
  deps: RenameDeps,
  caller: Caller,
  read: () => Promise<Project>,
  parseChange: () => Change,
): Promise<Project> {
  const { store, clock } = deps;
  const project = await retryOnConflict(async () => {
    const before = await read();
    assertPermitted(caller, 'project.update', placeOf(before));
    const { name = before.name, description = before.description } = parseChange();
    const next = changed(before, clock.now(), { name, description });
    if (isSameValue({ ...next, version: before.version, modified: before.modified }, before)) return before;
    await store.commit(store.projects.replace(next));
    return next;
  });
  const { uuid: projectUuid, customerUuid, name } = project;
  await propagateName(deps, { projectUuid, customerUuid }, { projectName: name });
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
  await assertRoom('projects', store.projects, { customerUuid: customer.uuid });
  const slug = await newSlug(store, input.name);
  const project: Project = { ...newRecord(ids.uuid(), clock.now()), ...input, slug, customerName: customer.name };
  await store.commit(store.projects.insert(project));
  return project;
}
