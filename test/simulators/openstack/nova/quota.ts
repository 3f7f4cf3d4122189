import type { Cloud } from '../cloud.ts';
import { computeRefusal } from '../refusal.ts';
import type { Flavor } from './rows.ts';

const defaults: Record<string, number> = {
  instances: 10,
  cores: 20,
  ram: 51_200,
  metadata_items: 128,
  key_pairs: 100,
  server_groups: 10,
  server_group_members: 10,
};

export const computeQuota = ({ nova }: Cloud, projectId: string): Record<string, number> => ({
  ...defaults,
  ...nova.quotas.get(projectId),
});

export function computeUsage({ nova }: Cloud, projectId: string): Record<string, number> {
  const servers = [...nova.servers.values()].filter((server) => server.project_id === projectId);
  return {
    instances: servers.length,
    cores: servers.reduce((sum, { flavor }) => sum + flavor.vcpus, 0),
    ram: servers.reduce((sum, { flavor }) => sum + flavor.ram, 0),
    server_groups: [...nova.serverGroups.values()].filter((group) => group.project_id === projectId).length,
  };
}

/** @throws Refusal 403 «Quota exceeded for cores: Requested 4, but already used 18 of 20 cores» */
export function requireComputeQuota(cloud: Cloud, projectId: string, flavor: Flavor, count: number): void {
  const asked = { instances: count, cores: flavor.vcpus * count, ram: flavor.ram * count };
  const quota = computeQuota(cloud, projectId);
  const usage = computeUsage(cloud, projectId);
  for (const [what, amount] of Object.entries(asked)) {
    const limit = quota[what] ?? -1;
    const used = usage[what] ?? 0;
    if (limit < 0 || used + amount <= limit) continue;
    const message = `Quota exceeded for ${what}: Requested ${amount}, but already used ${used} of ${limit} ${what}`;
    throw computeRefusal(403, message);
  }
}
