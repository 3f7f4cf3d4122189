import { randomUUID } from 'node:crypto';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { RancherProject } from '../_core/rancher-objects.ts';
import { projectGone, projectMade } from '../contents/project-agent.ts';
import { backingNamespaceOf } from './project-view.ts';

/** Rancher's own reactions when a project is created or deleted. */
export function projectControllers(context: RancherContext) {
  const { store, clock, delays } = context;
  const nowText = (): string => new Date(clock.now()).toISOString();

  function own(project: RancherProject): void {
    const name = 'creator-project-owner';
    const id = `${backingNamespaceOf(project.id)}:${name}`;
    if (!project.creatorId || store.projects.get(project.id) !== project) return;
    store.roleBindings.set(id, {
      ...{ id, kind: 'project', name, placeId: project.id, roleTemplateId: 'project-owner', groupPrincipalId: '' },
      ...{ userId: project.creatorId, userPrincipalId: '', createdAt: nowText(), uid: randomUUID() },
    });
  }

  function unbind({ id }: Pick<RancherProject, 'id'>): void {
    const [first] = [...store.roleBindings].find(([, { placeId }]) => placeId === id) ?? [];
    if (first === undefined) return;
    store.roleBindings.delete(first);
    clock.after(delays.projectBinding, () => unbind({ id }));
  }

  return {
    made(project: RancherProject): void {
      projectMade(context, project);
      clock.after(delays.projectReady, () => own(project));
    },
    /** Deletes a project together with its namespaces. The project's bindings are removed long afterwards. */
    removed(project: RancherProject): void {
      if (project.removedAt) return;
      project.removedAt = nowText();
      projectGone(context, project);
      clock.after(delays.projectRemove, () => store.projects.delete(project.id));
      clock.after(delays.projectBindings, () => unbind(project));
    },
  };
}
