import type { Uuid } from '#shared/domain/_core/identifier';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import type { Tenant } from '#shared/domain/planning/tenant';
import { adoptPools } from '#shared/domain/pools/order/adopted-cluster';
import { Invalid } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Rancher } from '#shared/ports/rancher';
import { readTenantFacts } from '../planning/read-tenant-facts.ts';

type Place = { tenant: Tenant; provisioningName: string };

/**
 * Reads the pools of a cluster that is being imported. The returned function takes the uuid of the cluster's record,
 * and makes the record of the pools. The pools' uuids are derived from the cluster's uuid. The function returns
 * undefined if the cluster has no pools. A cluster is not imported if its pools cannot be adopted. Otherwise Paddock
 * would delete single machines, and Rancher would create these machines again.
 * @throws Invalid naming `backend_id` if a pool cannot be adopted, e.g. because its machines are not in OpenStack
 */
export async function readAdoptedPools(
  { openstack }: { openstack: OpenStackSessions },
  rancher: Rancher,
  { tenant, provisioningName }: Place,
): Promise<(clusterUuid: Uuid) => MachinePools | undefined> {
  const written = await rancher.findWrittenPools(provisioningName);
  if (!written) return () => undefined;
  const facts = await readTenantFacts(openstack, tenant, { gateways: false, use: false, subnetUuids: [] });
  return (clusterUuid) => {
    const adopted = adoptPools(written, { tenant: facts, clusterUuid });
    if (adopted && 'problems' in adopted) throw new Invalid({ backend_id: adopted.problems });
    return adopted?.machinePools;
  };
}
