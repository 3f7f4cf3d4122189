import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import type { CloudAdmin } from '#shared/ports/openstack/cloud-admin';
import { compute } from '../compute.ts';
import { publicImages } from '../image.ts';
import { listOfProject } from '../list-own.ts';
import { listFloatingIpsOf } from '../networks/floating-ips.ts';
import { networks } from '../networks/networks.ts';
import { neutronObjects } from '../networks/neutron-objects.ts';
import { quotaLimits, readQuotasOf } from '../quotas.ts';
import { owned } from '../schemas.ts';
import { volume } from '../volume.ts';
import { applicationCredentials } from './application-credentials.ts';
import type { CloudSession } from './cloud-session.ts';
import { projects } from './projects.ts';

type ProjectQuotas = Pick<CloudAdmin, 'readProjectQuotas' | 'setProjectQuotas' | 'deleteProjectQuotas'>;

const SERVICES = [
  { service: 'compute', collection: '/os-quota-sets', key: 'quota_set' },
  { service: 'volume', collection: '/os-quota-sets', key: 'quota_set' },
  { service: 'network', collection: '/quotas', key: 'quota' },
] as const;

/**
 * Waits until all services have answered, even after one failure. After a failure, the caller removes the quotas. A
 * request that is still running could then write quotas again.
 */
async function allAnswered(calls: readonly Promise<unknown>[]): Promise<void> {
  for (const answer of await Promise.allSettled(calls)) if (answer.status === 'rejected') throw answer.reason;
}

const projectQuotas = (session: CloudSession): ProjectQuotas => ({
  readProjectQuotas: (id) => readQuotasOf(session, id),

  async setProjectQuotas(id, limits, counts) {
    const wanted = quotaLimits(limits, counts, await readQuotasOf(session, id));
    const changes = SERVICES.filter(({ service }) => Object.keys(wanted[service]).length > 0);
    await allAnswered(
      changes.map(({ service, collection, key }) =>
        session.call(service, {
          op: 'setQuotas',
          method: 'PUT',
          path: collection + path`/${id}`,
          body: { [key]: wanted[service] },
          reply: z.unknown(),
        }),
      ),
    );
  },

  // Neutron answers 404 for a project with default quotas, which is no failure.
  deleteProjectQuotas: (id) =>
    allAnswered(
      SERVICES.map(({ service, collection }) =>
        ignoreNotFound(
          session.call(service, {
            op: 'deleteQuotas',
            method: 'DELETE',
            path: collection + path`/${id}`,
            reply: z.unknown(),
          }),
        ),
      ),
    ),
});

/** Calls for the whole cloud. The session belongs to a project in which the account has the role `admin`. */
export function cloudAdmin(session: CloudSession, domainName: string | undefined): CloudAdmin {
  const { listFlavors, listAvailabilityZones } = compute(session);
  const { listVolumeTypes, defaultVolumeType } = volume(session);
  const { listExternalNetworks } = networks(session);
  const { listApplicationCredentials, deleteApplicationCredential } = applicationCredentials(session);
  return {
    ...projects(session, domainName),
    ...projectQuotas(session),
    ...publicImages(session),
    listFlavors,
    listAvailabilityZones,
    listVolumeTypes,
    defaultVolumeType,
    listExternalNetworks,
    listApplicationCredentials,
    deleteApplicationCredential,
    listFloatingIps: (projectId) => listFloatingIpsOf(session, projectId),
    deleteDefaultSecurityGroup: (projectId) => deleteDefaultSecurityGroup(session, projectId),
  };
}

/**
 * Deletes the default security group of a project. If this group is missing, Neutron creates it when the project's
 * groups are listed. So the list always has one group to delete.
 */
async function deleteDefaultSecurityGroup(session: CloudSession, projectId: string): Promise<void> {
  const listed = await listOfProject(session, projectId, {
    op: 'listDefaultSecurityGroup',
    collection: 'security_groups',
    item: owned,
    where: { name: { is: 'default', of: (it) => it.name } },
  });
  const groups = neutronObjects(session, 'security_group', owned);
  for (const { id } of listed) await groups.remove('deleteDefaultSecurityGroup', id);
}
