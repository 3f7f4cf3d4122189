import { z } from 'zod';
import { childGroupName } from '#shared/domain/access/group-names';
import type { KeycloakGroup } from '#shared/domain/access/keycloak-group';
import type { Cluster } from '#shared/domain/cluster';
import type { Uuid } from '#shared/domain/identifier';
import type { Rancher } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { aCluster, aKeycloakGroup, aMembership, aUuid } from '#test/builders';
import type { OpenedKeycloak } from '#test/contracts/keycloak/keycloak-under-test';

/** Rancher's own roles of clusters are fewer; others are an administrator's. */
const ROLES = ['cluster-owner', 'cluster-member', 'nodes-view', 'backup-operator', 'auditor'];
const CLUSTERS = 200;
const USERS = 1_000;
const MEMBERS_PER_GROUP = 10;
/** So many records, with what is written beside each, fit into a transaction. */
const [GROUPS_PER_COMMIT, MEMBERSHIPS_PER_COMMIT] = [11, 7];
const AT_A_TIME = 16;

export const GROUPS = CLUSTERS * ROLES.length;
export const MEMBERSHIPS = GROUPS * MEMBERS_PER_GROUP;
/** A parent for each cluster, and what is below it. */
export const ALL_GROUPS = CLUSTERS + GROUPS;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const place = () => ({ customerUuid: aUuid(), projectUuid: aUuid() });
type Placed = ReturnType<typeof place>;

async function inParallel<A>(items: readonly A[], work: (item: A) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(numbers(AT_A_TIME).map(worker));
}

/** Clusters that Rancher knows, with their roles there, and groups that are recorded and not made yet. */
export async function seedGroups(
  store: Store,
  rancher: Rancher,
  settingsUuid: Uuid,
  roles: ReadonlyMap<string, string>,
) {
  const where: Placed = place();
  const clusters: Cluster[] = [];
  await inParallel(numbers(CLUSTERS), async (index) => {
    const name = `cluster-${index}`;
    await rancher.createProvisioningCluster({ name, labels: {}, kubernetesVersion: 'v1.31.7+rke2r1' });
    clusters.push(aCluster({ ...where, settingsUuid, name, state: 'OK', backendId: await idOf(rancher, name) }));
  });
  for (const cluster of clusters) await store.commit(store.clusters.insert(cluster));
  const groups = clusters.flatMap((cluster) => ROLES.map((role) => groupOf(cluster, where, roles.get(role) ?? role)));
  await inCommits(store, groups, GROUPS_PER_COMMIT, (group) => store.keycloakGroups.insert(group));
}

/** Rancher's controller gives the id in its own time. */
async function idOf(rancher: Rancher, name: string): Promise<string> {
  for (let look = 0; look < 500; look += 1) {
    const found = await rancher.findProvisioningCluster(name);
    if (found?.managementId) return found.managementId;
  }
  throw new Error(`Rancher has not given ${name} an id`);
}

function groupOf({ uuid, settingsUuid }: Cluster, where: Placed, role: string): KeycloakGroup {
  const name = childGroupName({ type: 'cluster', uuid }, role);
  return aKeycloakGroup({ ...where, settingsUuid, clusterUuid: uuid, role, name });
}

async function inCommits<A>(
  store: Store,
  items: readonly A[],
  size: number,
  write: (item: A) => ReturnType<Store['keycloakGroups']['insert']>,
): Promise<void> {
  for (let at = 0; at < items.length; at += size) await store.commit(...items.slice(at, at + size).map(write));
}

/** Users, ten of them in each group, as recorded. */
export async function seedMembers(store: Store, keycloak: OpenedKeycloak, groups: readonly KeycloakGroup[]) {
  const users: { id: string; username: string }[] = [];
  await inParallel(numbers(USERS), async (index) => users.push(await keycloak.aUser(`user-${index}`)));
  const memberships = groups.flatMap((group, at) =>
    numbers(MEMBERS_PER_GROUP).map((number) => {
      const { id, username } = users[(at * MEMBERS_PER_GROUP + number) % USERS] ?? { id: '', username: '' };
      const names = { firstName: 'First', lastName: 'Last' };
      return { group, membership: aMembership(group, { ...names, username, state: 'ACTIVE', keycloakUserId: id }) };
    }),
  );
  await inParallel(memberships, ({ group, membership }) =>
    keycloak.keycloak.addMember(group.keycloakId ?? '', membership.keycloakUserId ?? ''),
  );
  await inCommits(store, memberships, MEMBERSHIPS_PER_COMMIT, ({ membership }) =>
    store.keycloakMemberships.insert(membership),
  );
}

/** Makes those of the roles that Rancher does not bring; answers Rancher's id of each. */
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
