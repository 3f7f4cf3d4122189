import type { CloudAdmin } from '#shared/ports/cloud-admin';
import { compute } from '../compute.ts';
import { publicImages } from '../image.ts';
import { listOfProject } from '../list-own.ts';
import { listFloatingIpsOf } from '../networks/floating-ips.ts';
import { networks } from '../networks/networks.ts';
import { neutronObjects } from '../networks/neutron-objects.ts';
import { projectQuotas } from '../project-quotas.ts';
import { owned } from '../schemas.ts';
import { volume } from '../volume.ts';
import type { CloudSession } from './cloud-session.ts';
import { projects } from './projects.ts';

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
  const listed = await listOfProject(session, projectId, {
    ...{ op: 'listDefaultSecurityGroup', collection: 'security_groups', item: owned },
    where: { name: { is: 'default', of: (it) => it.name } },
  });
  const groups = neutronObjects(session, 'security_group', owned);
  for (const { id } of listed) await groups.remove('deleteDefaultSecurityGroup', id);
}
