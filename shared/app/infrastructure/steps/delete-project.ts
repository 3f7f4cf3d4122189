import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { type InfrastructureDeps, tenantOf } from './infrastructure-deps.ts';
import { projectsOf } from './projects-of.ts';

/**
 * Deletes the tenant's OpenStack project. The project is found by its tag, because its id is not recorded if the answer
 * to the creation was lost.
 */
export const deleteProject = onProvider(
  steps.infrastructure.deleteProject,
  async (deps: InfrastructureDeps, input, cluster) => {
    const { store } = deps;
    const tenant = await tenantOf(deps, cluster, input.tenantUuid);
    const admin = await deps.openstack.admin(tenant.settingsUuid);
    for (const { id, name } of await projectsOf(admin, cluster, tenant.name)) {
      await admin.deleteProjectQuotas(id);
      await admin.deleteDefaultSecurityGroup(id);
      await nameWhatBlocks(`project ${name} (${id})`, admin.deleteProject(id));
    }
    const known = await store.tenants.find(tenant.uuid);
    if (known) await store.commit(store.tenants.remove(known));
    await note(deps, input, {
      step: 'tenant',
      message: `Tenant ${tenant.name} is gone`,
      nodeName: tenant.name,
      nth: 2,
    });
    return {};
  },
);
