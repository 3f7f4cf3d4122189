import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { rowOf } from '#shared/adapters/dynamodb/_core/kind';
import { CLUSTERS } from '#shared/adapters/dynamodb/_core/kinds';
import { KEYCLOAK_GROUPS, KEYCLOAK_MEMBERSHIPS } from '#shared/adapters/dynamodb/cluster-access/access-kinds';
import {
  childGroupName,
  type GroupOwner,
  groupAttributes,
  groupPrincipal,
  parentGroupName,
} from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import { aKeycloakGroup, aMembership } from '#test/builders/access-builders';
import { aCluster, aUuid } from '#test/builders/builders';
import type { OpenedKeycloak } from '#test/contracts/keycloak/keycloak-under-test';

/** Only some of these cluster roles are built into Rancher. The bench adds the others, as an administrator would. */
const ROLES = ['cluster-owner', 'cluster-member', 'nodes-view', 'backup-operator', 'auditor'];
/** DynamoDB's limit on rows of one batch. */
const BATCH = 25;
const AT_A_TIME = 8;

/**
 * The numbers of objects at the provider. `followed` is the number of clusters whose users have accounts in Rancher.
 * `accounts` is the total number of these accounts.
 */
export type AccessSize = {
  clusters: number;
  users: number;
  membersPerGroup: number;
  followed: number;
  accounts: number;
};

/** The total numbers of groups and memberships. `allGroups` also counts one parent group per cluster. */
export function totalsOf({ clusters, membersPerGroup }: AccessSize) {
  const groups = clusters * ROLES.length;
  return { groups, memberships: groups * membersPerGroup, allGroups: clusters + groups };
}

export type Seeded = {
  size: AccessSize;
  table: { documents: DynamoDBDocumentClient; tableName: string };
  owner: GroupOwner;
  keycloak: OpenedKeycloak;
  rancher: Rancher;
};
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

export async function inParallel<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(numbers(AT_A_TIME).map(worker));
  return results;
}

/** Writes only the rows. The sync jobs read neither claims nor totals, so those are left out. */
export async function putRows({ documents, tableName }: Seeded['table'], rows: readonly object[]): Promise<void> {
  const batches = numbers(Math.ceil(rows.length / BATCH)).map((at) => rows.slice(at * BATCH, (at + 1) * BATCH));
  for (const batch of batches) {
    const puts = batch.map((Item) => ({ PutRequest: { Item: { ...Item } } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
}

export async function aBackendId({ rancher }: Seeded, name: string): Promise<string> {
  await rancher.createProvisioningCluster({ name, labels: {}, kubernetesVersion: 'v1.31.7+rke2r1' });
  for (;;) {
    const id = (await rancher.findProvisioningCluster(name))?.managementId;
    if (id) return id;
    await setTimeout(10);
  }
}

/**
 * Creates clusters in Rancher, a Keycloak group for each role in each cluster, and the role bindings of these groups in
 * Rancher. Records the clusters and the groups in the table.
 */
export async function seedGroups(seeded: Seeded, roles: ReadonlyMap<string, string>): Promise<KeycloakGroup[]> {
  const place = { customerUuid: aUuid(), projectUuid: aUuid(), settingsUuid: seeded.owner.settingsUuid };
  const clusters = await inParallel(numbers(seeded.size.clusters), async (index) => {
    const name = `cluster-${index}`;
    return aCluster({ ...place, name, state: 'OK', backendId: await aBackendId(seeded, name) });
  });
  const groups = (
    await inParallel(clusters, (cluster) => groupsOf(seeded, cluster, place, [...roles.values()]))
  ).flat();
  await putRows(seeded.table, [
    ...clusters.map((cluster) => rowOf(CLUSTERS, cluster)),
    ...groups.map((group) => rowOf(KEYCLOAK_GROUPS, group)),
  ]);
  return groups;
}

async function groupsOf(
  { owner, keycloak, rancher }: Seeded,
  { uuid, backendId }: Cluster,
  place: object,
  roles: readonly string[],
): Promise<KeycloakGroup[]> {
  const attributes = groupAttributes(owner, uuid);
  const parentId = await keycloak.keycloak.createTopGroup({ name: parentGroupName(uuid), attributes });
  const groups: KeycloakGroup[] = [];
  for (const role of roles) {
    const name = childGroupName({ type: 'cluster', uuid }, role);
    const keycloakId = await keycloak.keycloak.createChild(parentId, { name, attributes });
    const wanted = { placeId: backendId, roleTemplateId: role, groupPrincipalId: groupPrincipal(name) };
    const { id: bindingId } = await rancher.createRoleBinding('cluster', wanted);
    groups.push(aKeycloakGroup({ ...place, clusterUuid: uuid, role, name, keycloakId, bindingId }));
  }
  return groups;
}

/** Creates users and adds some of them to each group, in Keycloak and in the table. */
export async function seedMembers({ table, keycloak, size }: Seeded, groups: readonly KeycloakGroup[]): Promise<void> {
  const users = await inParallel(numbers(size.users), (index) => keycloak.aUser(`user-${index}`));
  const memberships = groups.flatMap((group, at) =>
    users
      .slice((at * size.membersPerGroup) % size.users)
      .slice(0, size.membersPerGroup)
      .map(({ id, username }) => ({
        groupId: group.keycloakId ?? '',
        userId: id,
        record: aMembership(group, {
          username,
          state: 'ACTIVE',
          keycloakUserId: id,
          firstName: 'First',
          lastName: 'Last',
        }),
      })),
  );
  await inParallel(memberships, ({ groupId, userId }) => keycloak.keycloak.addMember(groupId, userId));
  await putRows(
    table,
    memberships.map(({ record }) => rowOf(KEYCLOAK_MEMBERSHIPS, record)),
  );
}

/** Creates the roles that are not built into Rancher. Returns Rancher's id of each role. */
export async function seedRoles(
  { url, key }: { url: string; key: { username: string; password: string } },
  rancher: Rancher,
): Promise<Map<string, string>> {
  const there = new Set((await rancher.listRoleTemplates()).map(({ id }) => id));
  const ids = new Map(ROLES.map((role) => [role, role]));
  for (const name of ROLES.filter((role) => !there.has(role))) {
    const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
    const answer = await fetch(`${url}/v3/roletemplates`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name, context: 'cluster' }),
    });
    ids.set(name, z.object({ id: z.string() }).parse(await answer.json()).id);
  }
  return ids;
}
