import { expect, test } from 'vitest';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { ownerMark } from '#shared/domain/cluster-access/groups/group-names';
import { rancherUserLabels } from '#shared/domain/planning/naming';
import { SYNC_JOBS } from '#shared/domain/provider-syncs/sync-jobs';
import { aUuid } from '#test/builders/builders';
import { accountsBedPerFile } from '../cluster-access/accounts-bed.ts';
import { aForeignCluster } from '../clusters/_worlds/running-cluster.ts';
import { missing, thingsIn } from './survivors.ts';

const bed = await accountsBedPerFile();
const { provider, keycloak, rancher, backend } = bed;

test('passes over accounts, groups and roles leave those of strangers, whom every list shows', async () => {
  const simulators = [keycloak.backend.simulator, backend.simulator].filter((it) => it !== undefined);
  const { cluster } = await bed.admitted();
  const [stranger, another] = [await keycloak.aUser(), aUuid()];
  const theirs = { managed_by: ['paddock/other'], provider_uuid: [another] };
  const parent = await keycloak.keycloak.createTopGroup({ name: `c_${another}`, attributes: theirs });
  await keycloak.keycloak.addMember(parent, stranger.id);
  const { id: clusterId } = await aForeignCluster({ rancher, url: backend.url }, []);
  const account = { username: 'stranger', name: 'Stranger', password: 'Str4nger-password', mustChangePassword: false };
  const labels = rancherUserLabels({ settingsUuid: another, userUuid: another });
  const { id: userId } = await rancher.createAccount({ ...account, labels });
  await rancher.allowLogin(userId);
  for (const placeId of [clusterId, cluster.backendId]) {
    await rancher.createRoleBinding('cluster', { placeId, roleTemplateId: 'cluster-member', userId });
  }
  for (const simulator of simulators) await simulator.ignoreSelectors(true);

  const before = await thingsIn(...simulators);
  for (const job of [...SYNC_JOBS, ...SYNC_JOBS]) {
    await syncProvider(bed.deps, { job, settingsUuid: provider.uuid });
  }
  expect(missing(before, await thingsIn(...simulators))).toEqual([]);
  const ours = await Array.fromAsync(
    keycloak.keycloak.listGroups(ownerMark({ stage: 'test', settingsUuid: provider.uuid })),
  );
  expect(ours.map(({ id }) => id)).not.toContain(parent);
});
