import type { CloudAdmin } from '../../ports/cloud-admin.ts';
import type { CloudSession } from './cloud-session.ts';
import { compute } from './compute.ts';
import { listFloatingIpsOf } from './floating-ips.ts';
import { publicImages } from './image.ts';
import { networks } from './networks.ts';
import { neutronObjects } from './neutron-objects.ts';
import { projectQuotas } from './project-quotas.ts';
import { projects } from './projects.ts';
import { owned } from './schemas.ts';
import { volume } from './volume.ts';

/** Acts for the whole cloud, from a project in which the account is `admin`. */
export function cloudAdmin(session: CloudSession, domainName: string | undefined): CloudAdmin {
  const { listFlavors, listAvailabilityZones } = compute(session);
  const { listVolumeTypes, defaultVolumeType } = volume(session);
  const { listExternalNetworks } = networks(session);
  return {
    ...projects(session, domainName),
    ...projectQuotas(session),
    ...publicImages(session),
    ...{ listFlavors, listAvailabilityZones, listVolumeTypes, defaultVolumeType, listExternalNetworks },
    listFloatingIps: (projectId) => listFloatingIpsOf(session, projectId),
    deleteDefaultSecurityGroup: (projectId) => deleteDefaultSecurityGroup(session, projectId),
  };
}

/** Asked by project, Neutron makes the group that it does not find: there always is one to delete, and none left afterwards. */
async function deleteDefaultSecurityGroup(session: CloudSession, projectId: string): Promise<void> {
  const listed = await session.list('network', {
    op: 'listDefaultSecurityGroup',
    path: '/security-groups',
    collection: 'security_groups',
    item: owned,
    query: { project_id: projectId, name: 'default' },
  });
  const groups = neutronObjects(session, 'security_group', owned);
  for (const { id, name, project_id } of listed) {
    if (name === 'default' && project_id === projectId) await groups.remove('deleteDefaultSecurityGroup', id);
  }
}
