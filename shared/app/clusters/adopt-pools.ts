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
 * Reads the pools of a cluster that is being imported. Returns a function that makes the record of the pools from the
 * uuid of the cluster's record. The uuids of the pools are derived from this uuid. The returned function gives
 * undefined if the cluster has no pools. A cluster is not imported if its pools cannot be adopted. Without adopted
 * pools, Paddock would delete single machines, and Rancher would create these machines again.
 * @throws Invalid naming `backend_id` if the machines of a pool are in another tenant, or not in OpenStack
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
