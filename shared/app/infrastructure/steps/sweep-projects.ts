import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { DeletionBlocked } from '#shared/errors';
import type { InfrastructureDeps } from './infrastructure-deps.ts';
import { projectsOf } from './projects-of.ts';

/**
 * Fails while a project of the cluster exists, and names the project. A deletion must be complete
 * (docs/spec/design.md#deletion-is-complete). It is enough to search projects, because each project is deleted after
 * its contents.
 */
export const sweepProjects = onProvider(
  steps.infrastructure.sweepProjects,
  async (deps: InfrastructureDeps, target, cluster) => {
    const tenants = await deps.store.clusterTenants.listByCluster(cluster.uuid);
    const clouds = [...new Set(tenants.map(({ settingsUuid }) => settingsUuid))];
    const lists = await Promise.all(
      clouds.map(async (settingsUuid) => projectsOf(await deps.openstack.admin(settingsUuid), cluster)),
    );
    const left = lists.flat().map(({ name, id }) => `project ${name} (${id})`);
    if (left.length > 0) throw new DeletionBlocked(`Still in OpenStack: ${left.join(', ')}.`);
    await note(deps, target, { step: 'sweep-projects', message: 'No project is left in OpenStack' });
    return {};
  },
);
