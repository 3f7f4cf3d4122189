import { createOrAdopt } from '#shared/app/_core/steps/create-or-adopt';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { newRecord } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { inProjectOf } from '#shared/domain/organizations/placement';
import { clusterTag } from '#shared/domain/planning/naming';
import { BackendConflict, Misconfigured } from '#shared/errors';
import type { CloudAdmin, CloudProject } from '#shared/ports/openstack/cloud-admin';
import { type InfrastructureDeps, keepMade, tenantOf } from './infrastructure-deps.ts';

const isOf = ({ tags }: CloudProject, cluster: Cluster): boolean => tags.includes(clusterTag(cluster.uuid));

/**
 * Finds or creates the tenant's project in Keystone. Names are unique in a Keystone domain, so the project of an
 * earlier attempt is found by name. The project's tag shows that Paddock created it for this cluster.
 */
async function ensureKeystoneProject(admin: CloudAdmin, cluster: Cluster, { name, made }: ClusterTenant) {
  const find = async () => {
    const [existing] = await admin.listProjects({ name });
    if (!existing || isOf(existing, cluster)) return existing;
    throw new BackendConflict(
      `The cloud already has a project ${name} (${existing.id}) that does not belong to this cluster. Delete the cluster and order it again: the new project gets another name.`,
    );
  };
  const existing = await find();
  if (existing) return existing;
  if (made.projectId !== undefined) {
    throw new Misconfigured(`Project ${name} (${made.projectId}) is gone from the cloud. Delete the cluster.`);
  }
  const description = `Machines of cluster ${cluster.name}`;
  const create = () => admin.createProject({ name, description, tags: [clusterTag(cluster.uuid)] });
  return createOrAdopt(`project ${name}`, create, find);
}

/** Creates the tenant's record, which belongs to the VM project. A session in the tenant needs this record. */
async function ensureTenantRecord(
  deps: InfrastructureDeps,
  cluster: Cluster,
  tenant: ClusterTenant,
  project: CloudProject,
) {
  const { store, clock } = deps;
  if (await store.tenants.find(tenant.uuid)) return;
  const [vmProject, settings] = await Promise.all([
    store.projects.get(cluster.vmProjectUuid),
    store.settings.get(tenant.settingsUuid),
  ]);
  await store.commit(
    store.tenants.insert({
      ...newRecord(tenant.uuid, clock.now()),
      ...inProjectOf(vmProject),
      name: tenant.name,
      settingsUuid: settings.uuid,
      settingsName: settings.name,
      backendId: project.id,
      hasOwnCredential: false,
    }),
  );
}

export const ensureProject = onProvider(
  steps.infrastructure.ensureProject,
  async (deps: InfrastructureDeps, input, cluster) => {
    const tenant = await tenantOf(deps, cluster, input.tenantUuid);
    const admin = await deps.openstack.admin(tenant.settingsUuid);
    const project = await ensureKeystoneProject(admin, cluster, tenant);
    const { projectId = project.id } = tenant.made;
    if (projectId !== project.id) {
      throw new Misconfigured(
        `The id of project ${tenant.name} has changed from ${projectId} to ${project.id}: somebody has replaced the project.`,
      );
    }
    await admin.joinProject(project.id);
    await admin.setProjectQuotas(project.id, tenant.limits, tenant.counts);
    await ensureTenantRecord(deps, cluster, tenant, project);
    await keepMade(deps, tenant, { projectId: project.id });
    await note(deps, input, { step: 'tenant', message: `Tenant ${tenant.name} exists`, nodeName: tenant.name });
    return {};
  },
);
