import type { Uuid } from '#shared/domain/_core/identifier';
import { requireActingRole } from '#shared/domain/cluster-access/acting-role';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import { addressOf } from '#shared/domain/cluster-contents/kubernetes-object';
import { assertMayMove } from '#shared/domain/cluster-contents/namespace-move';
import { isProjectId, NAMESPACE_PROJECT, namespaceProject } from '#shared/domain/cluster-contents/namespace-project';
import { describedBy } from '#shared/domain/cluster-contents/new-contents';
import { reservedNamespaceProblem } from '#shared/domain/cluster-contents/reserved-names';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { Invalid, noMatch, noObject } from '#shared/errors';
import { createContent } from './create-content.ts';
import type { ContentDeps, OpenContent } from './open-content.ts';
import { updateContent } from './update-content.ts';

const NAMESPACES = { kind: 'NAMESPACE', model: 'Namespace' } as const;
/** Annotation in which Rancher expects the quota of a new namespace. */
const QUOTA = 'field.cattle.io/resourceQuota';

/**
 * Finds the project of Rancher into which a namespace is put. Throws Invalid if the project does not exist, if the
 * caller does not see it, or if it is Rancher's System project.
 */
async function referredProject({ store }: ContentDeps, caller: Caller, uuid: Uuid): Promise<RancherProject> {
  const found = await store.rancherProjects.findByUuid(uuid);
  if (!found || !canSee(caller, found)) throw noObject('project');
  if (found.isSystem) throw new Invalid({ project: ['Namespaces cannot be moved into Rancher’s System project.'] });
  return found;
}

export type NewNamespace = {
  name: string;
  projectUuid: Uuid;
  description?: string | undefined;
  /** Limits of the quota by Rancher's names, such as `limitsCpu`. */
  quota?: Readonly<Record<string, string>> | undefined;
};

export async function createNamespace(
  deps: ContentDeps,
  caller: Caller,
  { name, projectUuid, description, quota }: NewNamespace,
) {
  const { backendId, clusterUuid } = await referredProject(deps, caller, projectUuid);
  const limits = quota && { [QUOTA]: JSON.stringify({ limit: quota }) };
  const { annotations } = describedBy({ description });
  const decide = () => {
    const problem = reservedNamespaceProblem(name);
    if (problem !== undefined) throw new Invalid({ name: [problem] });
    return { metadata: { annotations: { ...annotations, [NAMESPACE_PROJECT]: backendId, ...limits } } };
  };
  return createContent(deps, caller, NAMESPACES, { clusterUuid, type: 'namespace', name, decide });
}

/** Checks the move with the projects as Rancher has them now. A record may be older than a change in Rancher. */
async function assertMayMoveNow(caller: Caller, { content, cluster, rancher }: OpenContent, to: string): Promise<void> {
  const { backendId: clusterId } = cluster;
  const namespace = await rancher.findObject(clusterId, addressOf(content));
  if (namespace === undefined) throw noMatch(NAMESPACES.model);
  const from = namespaceProject(namespace);
  const seen = (id: string) => (isProjectId(id) ? rancher.findProject(id) : undefined);
  const [present, next] = await Promise.all([seen(from), seen(to)]);
  assertMayMove(requireActingRole(caller, cluster), { clusterId, from: present, to: next });
}

type Change = { description?: string | undefined; projectUuid?: Uuid | undefined };
type Update = { uuidText: string; parseChange(): Change };

/** Changes the description of a namespace, or moves the namespace to another project of its cluster. */
export const updateNamespace = (deps: ContentDeps, caller: Caller, { uuidText, parseChange }: Update) =>
  updateContent(deps, caller, NAMESPACES, {
    uuidText,
    async decide(open) {
      const { content, cluster, rancher } = open;
      const { description, projectUuid } = parseChange();
      const patch = description === undefined ? {} : { metadata: describedBy({ description }) };
      if (projectUuid === undefined || projectUuid === content.rancherProjectUuid) return { patch };
      const { backendId, clusterUuid, name } = await referredProject(deps, caller, projectUuid);
      if (clusterUuid !== cluster.uuid)
        throw new Invalid({ project: ['The project must be in the cluster of the namespace.'] });
      await assertMayMoveNow(caller, open, backendId);
      const also = () => rancher.moveNamespace(cluster.backendId, content.name, backendId);
      return { patch, also, fields: { project: { before: content.rancherProjectName, after: name } } };
    },
  });
