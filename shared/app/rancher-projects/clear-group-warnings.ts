import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { ProvidedProject } from './provider-projects.ts';

const OF_GROUPS: readonly string[] = [steps.keycloak.ensureProjectGroup.name, steps.rancher.bindProjectGroup.name];
const isWarned = ({ warning }: ProjectResource): boolean => warning !== undefined && OF_GROUPS.includes(warning.step);

/** Removes warnings about a missing group or a missing role binding from projects that now have both. */
export async function clearGroupWarnings(
  { store, clock }: { store: Pick<Store, 'resources' | 'commit'>; clock: Clock },
  projects: readonly ProvidedProject[],
): Promise<void> {
  for (const { resource } of projects.filter(({ project }) => isWarned(project))) {
    await retryOnConflict(async () => {
      const now = await store.resources.find(resource.uuid);
      if (!now?.rancherProject || !isWarned(now.rancherProject)) return;
      const rancherProject = { ...now.rancherProject, warning: undefined };
      await store.commit(store.resources.replace(changed(now, clock.now(), { rancherProject })));
    });
  }
}
