import { kindOf, rowOf } from '#shared/adapters/dynamodb/_core/kind';
import { CLUSTERS, USERS } from '#shared/adapters/dynamodb/_core/kinds';
import { RANCHER_USER_LINKS, RANCHER_USERS } from '#shared/adapters/dynamodb/cluster-access/access-kinds';
import { newRancherUser, newRancherUserLink } from '#shared/domain/cluster-access/rancher-user';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import { rancherUserLabels } from '#shared/domain/planning/naming';
import { RECORDS } from '#shared/domain/records';
import type { Store } from '#shared/ports/store';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aCluster, aGrant, aUser, aUuid, CREATED } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import { aBackendId, inParallel, numbers, putRows, type Seeded } from './seed-access.ts';

const now = new Date(CREATED);

/**
 * Creates clusters with the same number of users each. The users' accounts already exist in Rancher and are recorded.
 * The offering lets users get such accounts automatically.
 */
export async function seedAccounts(seeded: Seeded, store: Store): Promise<void> {
  const { settingsUuid } = seeded.owner;
  const { followed, accounts } = seeded.size;
  const pluginOptions = { deployment_mode: 'self_managed', automanage_rancher_users: true } as const;
  const offering = anOffering({ settingsUuid, pluginOptions });
  const clusters = await inParallel(numbers(followed), async (index) => {
    const name = `followed-${index}`;
    const place = { customerUuid: aUuid(), projectUuid: aUuid(), offeringUuid: offering.uuid, settingsUuid };
    return aCluster({ ...place, name, state: 'OK', backendId: await aBackendId(seeded, name) });
  });
  await putRows(seeded.table, [
    rowOf(kindOf(RECORDS.offerings), offering),
    ...clusters.map((cluster) => rowOf(CLUSTERS, cluster)),
  ]);
  const people = clusters.flatMap((cluster) => numbers(accounts / followed).map(() => ({ cluster, user: aUser() })));
  const rows = await inParallel(people, (it) => accountOf(seeded, store, it));
  await putRows(seeded.table, rows.flat());
}

async function accountOf(
  { owner: { settingsUuid }, rancher }: Seeded,
  store: Store,
  { cluster, user }: { cluster: Cluster; user: User },
): Promise<object[]> {
  const { customerUuid, projectUuid: scopeUuid } = cluster;
  await store.commit(store.grants.insert(aGrant({ userUuid: user.uuid, scopeUuid, customerUuid })));
  const { uuid: userUuid, username } = user;
  const labels = rancherUserLabels({ settingsUuid, userUuid });
  const account = { username, name: fullNameOf(user), labels, password: randomIds.token(), mustChangePassword: true };
  const { id: userId } = await rancher.createAccount(account);
  await rancher.allowLogin(userId);
  const role = 'cluster-member';
  const wanted = { placeId: cluster.backendId, roleTemplateId: role, userId };
  const { id: bindingId } = await rancher.createRoleBinding('cluster', wanted);
  return [
    rowOf(USERS, user),
    rowOf(RANCHER_USERS, { ...newRancherUser(settingsUuid, user, now), backendId: userId }),
    rowOf(RANCHER_USER_LINKS, { ...newRancherUserLink(cluster, userUuid, role, now), bindingId }),
  ];
}
