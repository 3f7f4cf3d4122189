import type { ManifestOutcome, ManifestResult } from '#shared/domain/cluster-contents/manifest-result';
import type { Manifests } from '#shared/domain/clusters/manifests/manifests';
import type { ActingRancher } from '#shared/ports/rancher/acting-rancher';

type Given = Manifests['projects'];
type Importing = {
  rancher: Pick<ActingRancher, 'listProjects' | 'createProject'>;
  /** The cluster's id in Rancher. */
  clusterId: string;
  isLate: () => boolean;
};

/**
 * A project of the YAML text. `id` is the project's id in Rancher, or undefined as long as the project does not exist.
 */
export type ImportedProject = { given: Given[number]; id: string | undefined; outcome: ManifestOutcome };

/** Finds each project in the cluster: by the id in the text, or else by its name. */
export async function findProjects({ rancher, clusterId }: Importing, given: Given): Promise<ImportedProject[]> {
  const there = given.length === 0 ? [] : await rancher.listProjects(clusterId);
  return given.map((project) => {
    const { id, wanted } = project;
    const found = there.find((one) => one.id === id) ?? there.find(({ name }) => name === wanted.name);
    return { given: project, id: found?.id, outcome: found ? 'unchanged' : 'created' };
  });
}

/** Creates the missing projects. A repeated import finds the created projects by name. */
export async function createProjects(importing: Importing, projects: readonly ImportedProject[]): Promise<void> {
  const { rancher, clusterId, isLate } = importing;
  const made = new Map<string, string>();
  for (const project of projects) {
    const { wanted } = project.given;
    if (project.id === undefined) {
      if (isLate()) return;
      project.outcome = 'unknown';
      project.id = made.get(wanted.name) ?? (await rancher.createProject(clusterId, wanted)).id;
      project.outcome = 'created';
    }
    made.set(wanted.name, project.id);
  }
}

export const idsOf = (projects: readonly ImportedProject[]): Map<string, string | undefined> =>
  new Map(projects.map(({ given, id }) => [given.id, id]));

export const projectResult = ({ given: { place, line, wanted }, outcome }: ImportedProject): ManifestResult => ({
  ...{ place, line, apiVersion: 'management.cattle.io/v3', kind: 'Project', namespace: '', name: wanted.name },
  ...{ outcome, changes: '', error: '', causes: [] },
});
