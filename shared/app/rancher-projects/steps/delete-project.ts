import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Resource } from '#shared/domain/marketplace/resource';
import { foundProject } from '#shared/domain/rancher-projects/project-names';
import type { Rancher } from '#shared/ports/rancher';
import type { FoundProject } from '#shared/ports/rancher/rancher-objects';
import { madeByAgent, rancherOfProject } from './ensure-project.ts';
import { onProject } from './on-project.ts';

/**
 * Finds the project that Paddock made for the resource. For a resource of a remote Waldur, also finds a project that a
 * site agent made. The search covers all projects of the cluster, because a creation may have failed before the
 * project's id was recorded. A project of somebody else is left alone.
 */
async function ownProject(
  deps: RancherDeps,
  rancher: Rancher,
  { uuid }: Resource,
  part: ProjectResource,
): Promise<FoundProject | undefined> {
  const { clusterId, projectName } = part;
  const listed = await rancher.listProjects(clusterId);
  const { own, ofAgent } = foundProject(
    listed,
    { stage: deps.stage, uuid, clusterId, projectName },
    await madeByAgent(deps, part),
  );
  return own ?? ofAgent;
}

const NAMESPACES = { apiVersion: 'v1', plural: 'namespaces' };

/**
 * Deletes the project. Its namespaces are deleted first, because Rancher would keep the namespaces that were not
 * created through Rancher's own API.
 */
export const deleteProject = onProject(steps.rancher.deleteProject, async (deps: RancherDeps, { resource, part }) => {
  const { clusterId } = part;
  const rancher = await rancherOfProject(deps, part);
  if (!(await rancher.findCluster(clusterId))) return { gone: true };
  const project = await ownProject(deps, rancher, resource, part);
  if (!project) return { gone: true };
  const namespaces = await rancher.listProjectNamespaces(clusterId, project.id);
  for (const name of namespaces) {
    await nameWhatBlocks(`namespace ${name}`, rancher.deleteObject(clusterId, { ...NAMESPACES, name }));
  }
  if (namespaces.length > 0) return { gone: false };
  await nameWhatBlocks(`project ${project.name} (${project.id})`, rancher.deleteProject(project.id));
  return { gone: false };
});
