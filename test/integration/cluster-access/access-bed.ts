import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { keycloakSessions } from '#shared/adapters/keycloak/keycloak-sessions';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { waldurSessions } from '#shared/adapters/waldur/waldur-sessions';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import type { SyncReport } from '#shared/app/providers/sync-job';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { childGroupName } from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Store } from '#shared/ports/store';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { accessProvider } from '#test/access-provider';
import { aKeycloakGroup, aMembership } from '#test/builders/access-builders';
import { aCluster } from '#test/builders/builders';
import { type OpenedKeycloak, openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import { EVENTUALLY, type OpenedRancher, openRancher } from '#test/contracts/rancher/rancher-under-test';
import { recordedRequests } from '#test/contracts/recorded-requests';
import type { TestClock } from '#test/test-clock';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { newStore } from '../_worlds/new-store.ts';

const rancherAccess = z.object({ access_key: z.string(), secret_key: z.string() });
const keycloakAccess = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });

type SyncDeps = Parameters<typeof syncProvider>[0];
/** A provider with a simulated Keycloak and a simulated Rancher, and the provider's sync jobs. */
export type AccessBed = {
  store: Store;
  client: DynamoDBClient;
  clock: TestClock;
  deps: SyncDeps;
  provider: RancherSettings;
  keycloak: OpenedKeycloak;
  rancher: OpenedRancher;
  /** The requests that the sync jobs have sent, e.g. `GET listGroups`. */
  asked: string[];
  logged: { message: string; fields: Record<string, unknown> }[];
  pass(job: SyncJob): Promise<SyncReport | undefined>;
  /** Creates a cluster in the store and in Rancher. Rancher adds its default projects and a role for the creator. */
  cluster(fields?: Partial<Cluster>): Promise<Cluster>;
  /**
   * Writes the record of a group that Keycloak does not have. The record has one member, who has never signed in at
   * Keycloak.
   */
  group(cluster: Cluster, role?: string, fields?: Partial<KeycloakGroup>): Promise<KeycloakGroup>;
  groupWithoutMembers(cluster: Cluster, role?: string): Promise<KeycloakGroup>;
  member(group: KeycloakGroup, fields: Partial<KeycloakMembership>): Promise<KeycloakMembership>;
};

export async function accessBedPerFile(): Promise<AccessBed> {
  const { store, client, clock } = await newStore();
  const [keycloak, rancher] = await Promise.all([startedKeycloak(), startedRancher()]);
  afterAll(() => Promise.all([keycloak.close(), rancher.close()]));
  const { provider, secrets } = accessProvider('test', { keycloak, rancher: rancher.backend });
  await store.commit(store.settings.insert(provider));
  const { asked, connect, connectKeycloak } = recordedRequests();
  // Simulators use real time, and sync jobs compare event times with their clock. The test's clock is therefore set to
  // real time.
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  const logged: AccessBed['logged'] = [];
  const line = (message: string, fields = {}) => void logged.push({ message, fields });
  const sessions = { secrets, stage: 'test', connect, clock };
  const deps: SyncDeps = {
    ...{ store, clock, secrets, ids: randomIds, stage: 'test', log: { info: line, warn: line, error: line } },
    keycloak: keycloakSessions({ ...sessions, connect: connectKeycloak }),
    rancher: rancherSessions(sessions),
    waldur: waldurSessions({ ...sessions, version: '0.0.0' }),
    brake: { maxShare: 0.5, always: 10 },
    site: DEFAULT_SITE_SETTINGS,
    keptMs: 60_000,
  };
  return {
    ...{ store, client, clock, deps, provider, keycloak, rancher, asked, logged },
    pass: (job) => syncProvider(deps, { job, settingsUuid: provider.uuid }),
    async cluster(fields = {}) {
      const { id } = await rancher.aManagedCluster();
      await isCompleted(rancher, id);
      const made = aCluster({ settingsUuid: provider.uuid, state: 'OK', backendId: id, ...fields });
      await store.commit(store.clusters.insert(made));
      return made;
    },
    async groupWithoutMembers(cluster, role) {
      const made = groupOf(cluster, role);
      await store.commit(store.keycloakGroups.insert(made));
      return made;
    },
    async group(cluster, role, fields) {
      const made = groupOf(cluster, role, fields);
      const notSignedIn = aMembership(made, { username: `not-signed-in-${made.uuid}` });
      await store.commit(store.keycloakGroups.insert(made), store.keycloakMemberships.insert(notSignedIn));
      return made;
    },
    async member(group, fields) {
      const made = aMembership(group, fields);
      await store.commit(store.keycloakMemberships.insert(made));
      return made;
    },
  };
}

function groupOf(
  { uuid: clusterUuid, settingsUuid }: Cluster,
  role = 'cluster-owner',
  fields: Partial<KeycloakGroup> = {},
): KeycloakGroup {
  const name = childGroupName({ type: 'cluster', uuid: clusterUuid }, role);
  return aKeycloakGroup({ settingsUuid, clusterUuid, role, name, ...fields });
}

async function isCompleted({ rancher }: OpenedRancher, id: string): Promise<void> {
  const names = async () => (await rancher.listProjects(id)).map(({ name }) => name).sort();
  await expect.poll(names, EVENTUALLY).toEqual(['Default', 'System']);
  await expect.poll(() => rancher.listRoleBindings('cluster', id), EVENTUALLY).toHaveLength(1);
}

async function startedKeycloak(): Promise<OpenedKeycloak> {
  const simulator = await borrowSimulator('keycloak');
  const { admin } = keycloakAccess.parse(simulator.printed);
  return openKeycloak({ url: simulator.url, admin, simulator, stop: simulator.stop });
}

async function startedRancher(): Promise<OpenedRancher> {
  const simulator = await borrowSimulator('rancher');
  await simulator.setDelays({ pace: 0.01 });
  const { access_key: username, secret_key: password } = rancherAccess.parse(simulator.printed);
  return openRancher({ url: simulator.url, key: { username, password }, simulator, stop: simulator.stop });
}

export const refOf = ({ settingsUuid, clusterUuid, uuid }: KeycloakGroup) => ({ settingsUuid, clusterUuid, uuid });
/** The role bindings of groups. Rancher's bindings for the creator of a cluster or project are left out. */
export async function groupBindingsOf({ rancher }: AccessBed, context: 'cluster' | 'project', placeId: string) {
  const listed = await rancher.rancher.listRoleBindings(context, placeId);
  return listed.filter(({ userId }) => userId === undefined);
}
/** Usernames in a group of the realm. Undefined if the group does not exist. */
export async function membersOf({ keycloak }: AccessBed, { clusterUuid, name }: KeycloakGroup) {
  const found = await keycloak.keycloak.findGroupAt(`c_${clusterUuid}`, name);
  if (!found) return undefined;
  return (await Array.fromAsync(keycloak.keycloak.listMembers(found.id))).map(({ username }) => username).sort();
}
export const isRead = (request: string): boolean => request.startsWith('GET ') || request === 'POST logIn';
