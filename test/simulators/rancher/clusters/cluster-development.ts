import { randomUUID } from 'node:crypto';
import { unusedId } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ManagementCluster } from '../_core/rancher-objects.ts';
import { projectControllers } from '../projects/project-controllers.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { provisioningLog } from './provisioning-log.ts';
import type { RegistrationTokens } from './registration-tokens.ts';

const OWNER = 'cluster-owner';

type Parts = { status: ClusterStatus; tokens: RegistrationTokens };
export type After = (id: string, ms: number, work: (cluster: ManagementCluster) => void) => void;

/**
 * Runs a task after `ms`. If the v3 cluster is gone or being deleted at that time, the task does not run. If Rancher
 * will make the deleted cluster again, the task runs later, once the cluster exists again.
 */
export const afterIn = ({ store, clock, delays }: RancherContext): After => {
  const after: After = (id, ms, work) =>
    clock.after(ms, () => {
      const cluster = store.clusters.get(id);
      if (cluster?.isMadeAgain) after(id, delays.clusterAssign, work);
      else if (cluster && !cluster.deletedAt) work(cluster);
    });
  return after;
};

export function clusterDevelopment(context: RancherContext, { status, tokens }: Parts) {
  const { store, clock, delays, nextRevision } = context;
  const projects = projectControllers(context);
  const log = provisioningLog(context);
  const after = afterIn(context);
  const nowText = (): string => new Date(clock.now()).toISOString();

  /** Makes the namespace, projects, owner and default token of a v3 cluster, even of an imported one. */
  function develop(id: string, ownerAt = delays.clusterOwner): void {
    after(id, delays.clusterNamespace, () => {
      const namespace = { name: id, uid: randomUUID(), createdAt: nowText(), resourceVersion: nextRevision() };
      store.clusterNamespaces.set(id, namespace);
    });
    if (id.startsWith('c-m-')) log.begin(id);
    after(id, delays.clusterProjects, ({ creatorId }) => makeProject(id, 'Default', creatorId));
    after(id, 2 * delays.clusterProjects, ({ creatorId }) => makeProject(id, 'System', creatorId));
    after(id, ownerAt, (cluster) => {
      tokens.make(id, 'default-token');
      // If somebody has deleted the built-in role template `cluster-owner`, the creator does not become owner.
      if (!store.roleTemplates.has(OWNER)) return;
      ownCluster(cluster);
      status.mark(id, ['CreatorMadeOwner', 'InitialRolesPopulated']);
    });
    after(id, 1.3 * ownerAt, () =>
      status.mark(id, ['BackingNamespaceCreated', 'DefaultProjectCreated', 'SystemProjectCreated']),
    );
    after(id, delays.clusterReport, (cluster) => {
      cluster.isReporting = true;
      status.mark(id, ['NoDiskPressure', 'NoMemoryPressure', 'ServiceAccountSecretsMigrated']);
    });
  }

  function makeProject(clusterId: string, name: 'Default' | 'System', creatorId: string): void {
    const id = unusedId(`${clusterId}:p-`, store.projects);
    const description = `${name} project created for the cluster`;
    const labels = { [`authz.management.cattle.io/${name.toLowerCase()}-project`]: 'true' };
    const project = { id, clusterId, name, description, labels, creatorId, createdAt: nowText(), uid: randomUUID() };
    store.projects.set(id, project);
    projects.made(project);
  }

  function ownCluster({ id: placeId, creatorId: userId }: ManagementCluster): void {
    const name = 'creator-cluster-owner';
    store.roleBindings.set(`${placeId}:${name}`, {
      ...{
        id: `${placeId}:${name}`,
        kind: 'cluster',
        name,
        placeId,
        roleTemplateId: OWNER,
        groupPrincipalId: '',
      },
      ...{ userId, userPrincipalId: `local://${userId}`, createdAt: nowText(), uid: randomUUID() },
    });
  }

  return { develop };
}
