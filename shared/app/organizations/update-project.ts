import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/same-value';
import type { Caller } from '#shared/domain/organizations/caller';
import { placeOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Project } from '#shared/domain/organizations/project';
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
