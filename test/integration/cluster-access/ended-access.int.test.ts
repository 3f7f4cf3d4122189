import { expect, test } from 'vitest';
import { grantClusterAccess, listClusterAccess } from '#shared/app/cluster-access/cluster-access';
import { listProviders } from '#shared/app/providers/list-providers';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { accessBedPerFile } from './access-bed.ts';

const bed = await accessBedPerFile();
const { clock, provider } = bed;
const { rancher } = bed.rancher;
const JOB = 'end_cluster_access';

test.each([
  ['no offering asks for it', false],
  ['the site does not want it', true],
])('accounts that open a cluster for a time end with it, also where roles are not followed: %s', async (_why, flag) => {
  bed.deps.site = { ...DEFAULT_SITE_SETTINGS, disableAutomanagementOfUsers: flag };
  const cluster = await bed.cluster();
  const role = { cluster: 'cluster-owner' } as const;
  const made = { cluster, purpose: 'kubeconfig', role, name: 'olga', description: 'of olga' } as const;
  const grant = (ttlMs: number) => grantClusterAccess({ rancher, clock, ids: randomIds }, { ...made, ttlMs });
  const [, alive] = [await grant(60_000), await grant(7_200_000)];
  clock.advance(3600);
  bed.asked.length = 0;
  expect(await listProviders(bed.deps, JOB)).toEqual([provider.uuid]);
  expect(await bed.pass(JOB)).toEqual({ written: 0, removed: 1, failed: 0 });
  expect(bed.asked).toEqual(['GET listAccounts', 'DELETE deleteAccount']);
  const left = async () => (await listClusterAccess(rancher, cluster)).map(({ id }) => id);
  await expect.poll(left).toEqual([alive.accountId]);
});
