import { afterAll } from 'vitest';
import { z } from 'zod';
import { keycloakSessions } from '#shared/adapters/keycloak/keycloak-sessions';
import { createMembership } from '#shared/app/cluster-access/create-membership';
import { revokeMembership } from '#shared/app/cluster-access/revoke-membership';
import { deleteGroup } from '#shared/app/cluster-access/steps/delete-group';
import type { KeycloakDeps } from '#shared/app/cluster-access/steps/keycloak-deps';
import { reconcileMembership } from '#shared/app/cluster-access/steps/reconcile-membership';
import { syncRoleBinding } from '#shared/app/cluster-access/steps/sync-role-binding';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import { newRoleTemplate, type RancherRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import { type OpenedKeycloak, openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import {
  type Begun,
  clusterOf,
  preparedOrder,
  type StepWorld,
  startStepWorld,
  stateOf,
} from '../_worlds/step-world.ts';

type MembershipTarget = { operationUuid: string; clusterUuid: string; groupUuid: string; membershipUuid: string };
export type KeycloakWorld = StepWorld & {
  deps: StepWorld['deps'] & KeycloakDeps;
  keycloakSimulator: Simulator;
  realm: OpenedKeycloak;
  roles: { owner: RancherRoleTemplate; member: RancherRoleTemplate };
};

const access = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });

/** Sets up a provider with a Keycloak. Each test file gets its own realm and two roles in the provider's Rancher. */
async function startKeycloakWorld(): Promise<KeycloakWorld> {
  const world = await startStepWorld();
  const { store, clock, secrets, stage } = world;
  const keycloakSimulator = await borrowSimulator('keycloak');
  const { url } = keycloakSimulator;
  const { admin } = access.parse(keycloakSimulator.printed);
  const realm = await openKeycloak({ url, admin, simulator: keycloakSimulator, stop: keycloakSimulator.stop });
  const names = { realm: realm.realm, userRealm: 'master', username: admin.username };
  const keycloak = { url, ...names, syncFrequency: 15, verifyTls: true };
  const settings = changed(world.settings, clock.now(), { options: { ...world.settings.options, keycloak } });
  await secrets.put(secretName(stage, 'keycloak', settings.uuid), JSON.stringify({ password: admin.password }));
  const roleOf = (name: string) =>
    newRoleTemplate(
      { settingsUuid: settings.uuid, scopeType: 'cluster', name: `cluster-${name}`, displayName: name },
      clock.now(),
    );
  const roles = { owner: roleOf('owner'), member: roleOf('member') };
  await store.commit(store.settings.replace(settings), ...Object.values(roles).map(store.roleTemplates.insert));
  // The simulators use the machine's clock, so the logins must use the machine's clock too.
  const sessions = keycloakSessions({ secrets, stage, clock: { now: () => new Date() } });
  return { ...world, settings, deps: { ...world.deps, keycloak: sessions }, keycloakSimulator, realm, roles };
}

export async function keycloakWorldPerFile(): Promise<KeycloakWorld> {
  const world = await startKeycloakWorld();
  afterAll(async () => {
    await world.realm.close();
    await world.stop();
  });
  return world;
}

export async function enterableCluster(world: KeycloakWorld): Promise<Begun> {
  const begun = await preparedOrder(world);
  const { store, clock } = world;
  const cluster = await clusterOf(world, begun);
  const resource = await store.resources.get(cluster.resourceUuid);
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, 'OK', clock.now())),
    store.resources.replace(changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined })),
  );
  return begun;
}

const targetOf = (world: KeycloakWorld, { clusterUuid, groupUuid, uuid }: KeycloakMembership): MembershipTarget => ({
  ...{ operationUuid: world.ids.uuid(), clusterUuid, groupUuid, membershipUuid: uuid },
});

/** Adds a membership as the API does. Returns the input of the membership's state machine. */
export async function granted(
  world: KeycloakWorld,
  { cluster }: Begun,
  username: string,
  { role = world.roles.owner, scopeUuid = cluster.uuid } = {},
) {
  const wanted = { username, email: `${username}@example.org`, roleUuid: role.uuid, scopeUuid };
  return targetOf(world, await createMembership(world, world.owner, wanted, 'correlation-3'));
}

export async function revoked(world: KeycloakWorld, { membershipUuid }: MembershipTarget): Promise<MembershipTarget> {
  await revokeMembership(world, world.owner, { uuidText: membershipUuid, correlationId: 'correlation-4' });
  const membership = await world.store.keycloakMemberships.findByUuid(membershipUuid);
  if (!membership) throw new Error('it is there until it is reconciled');
  return targetOf(world, membership);
}

const paths = z.array(z.looseObject({ path: z.string() }));
/** The cluster's groups in Keycloak with their members, and the roles that Rancher gives to groups. */
export async function entrancesOf({ realm, rancherSimulator, keycloakSimulator }: KeycloakWorld, begun: Begun) {
  const { uuid } = begun.cluster;
  const { groups = [] } = await stateOf(keycloakSimulator);
  const own = paths.parse(groups).filter((group) => JSON.stringify(group).includes(uuid));
  const members: Record<string, string[]> = {};
  for (const { path } of own) {
    const [top = '', child] = path.split('/').filter(Boolean);
    const found = await realm.keycloak.findGroupAt(top, ...(child === undefined ? [] : [child]));
    const users = found ? await Array.fromAsync(realm.keycloak.listMembers(found.id)) : [];
    members[path] = users.map(({ username }) => username).sort();
  }
  const { roleBindings = [] } = await stateOf(rancherSimulator);
  const principal = groupPrincipal('');
  const bindings = roleBindings.filter(
    (it) => JSON.stringify(it).includes(principal) && JSON.stringify(it).includes(uuid),
  );
  return { members, bindings };
}

export const namesOf = ({ cluster: { uuid } }: Begun, role = 'cluster-owner') => ({
  parent: `/c_${uuid}`,
  child: `/c_${uuid}/cluster_${uuid}_${role}`,
  principal: `keycloakoidc_group://cluster_${uuid}_${role}`,
});

const PASSING = ['BackendUnavailable', 'Conflict', 'ProviderBusy'];
/** Runs a step as its state machine does: repeats the step after a temporary error. */
async function retried<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && PASSING.includes(error.name)) return retried(call);
    throw error;
  }
}

export async function runMachine({ deps }: KeycloakWorld, target: MembershipTarget): Promise<void> {
  await retried(() => syncRoleBinding.call(deps, target));
  const { empty } = await retried(() => reconcileMembership.run(deps, target));
  if (!empty) return;
  await retried(() => syncRoleBinding.call(deps, target));
  await retried(() => deleteGroup.call(deps, target));
}

export async function addMember(world: KeycloakWorld, begun: Begun, username: string, role = world.roles.owner) {
  const target = await granted(world, begun, username, { role });
  await runMachine(world, target);
  return target;
}
