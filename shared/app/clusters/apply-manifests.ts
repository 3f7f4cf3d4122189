import { type Manifests, type ProjectManifest, writeManifests } from '#shared/domain/clusters/manifests';
import type { ImportNamespaces, Rancher } from '#shared/ports/rancher';

type Applying = {
  rancher: Pick<Rancher, 'listProjects' | 'createProject' | 'importYaml'>;
  /** Rancher's. */
  clusterId: string;
  isLate: () => boolean;
};

/**
 * The projects in which namespaces are to be, by the ids that they were exported with: the project of that id, else one of that name. One
 * that is missing is made, and found by its name when the import is repeated.
 */
async function projectIds({ rancher, clusterId, isLate }: Applying, given: readonly ProjectManifest[]) {
  const there = given.length === 0 ? [] : await rancher.listProjects(clusterId);
  const ids = new Map<string, string>();
  for (const { id, wanted } of given) {
    if (isLate()) break;
    const found = there.find((project) => project.id === id) ?? there.find(({ name }) => name === wanted.name);
    const project = found ?? (await rancher.createProject(clusterId, wanted));
    if (!found) there.push(project);
    ids.set(id, project.id);
  }
  return ids;
}

/** Gives a cluster these objects, in the projects that they are to be in. Throws Backend* errors; what was applied by then stays. */
export async function applyManifests(applying: Applying, manifests: Manifests, into: ImportNamespaces): Promise<void> {
  const ids = await projectIds(applying, manifests.projects);
  if (applying.isLate() || manifests.inside.length === 0) return;
  await applying.rancher.importYaml(applying.clusterId, writeManifests(manifests, ids), into);
}
