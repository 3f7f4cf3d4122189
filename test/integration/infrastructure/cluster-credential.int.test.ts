import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import {
  type CredentialDeps,
  deleteClusterCredential,
  ensureClusterCredential,
  listClusterCredentials,
} from '#shared/app/infrastructure/cluster-credential';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { failureOf } from '#shared/domain/_core/failure';
import { secretName } from '#shared/domain/_core/secret-name';
import { clusterCredentialName, clusterCredentialUuid, clusterTag } from '#shared/domain/planning/naming';
import type { Tenant } from '#shared/domain/planning/tenant';
import { aUuid } from '#test/builders/builders';
import { cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { grant } from '#test/contracts/openstack/prepare-cloud';
import { afterLostAnswer } from '../_steps/lost-answers.ts';
import { stateOf } from '../_worlds/step-world.ts';
import { type World, worldPerFile } from '../_worlds/world.ts';

const world = await worldPerFile();
const listedRow = z.object({ id: z.string(), name: z.string(), description: z.string().nullable() });

/**
 * Returns the tenant without its own credential, so that Paddock uses the cloud's account. Stores `username` as the
 * name and the password of this account.
 */
async function servedBy(username: string, { tenant }: World['demo']): Promise<Tenant> {
  const name = secretName(world.stage, 'openstack', tenant.settingsUuid);
  await world.secrets.put(name, JSON.stringify({ username, password: username }));
  return { ...tenant, hasOwnCredential: false };
}
/** Dependencies without cached sessions, as after a deployment. */
const freshDeps = (): CredentialDeps => {
  const { store, secrets, stage, clock } = world;
  const settingsOf = (uuid: string) => cloudSettingsOf({ store }, uuid);
  return { secrets, stage, openstack: openstackSessions({ secrets, stage, clock, settingsOf }) };
};

let deps: CredentialDeps;
let cluster: { uuid: string; name: string };
let tenant: Tenant;
beforeEach(async () => {
  await world.cloud.clearFaults();
  deps = freshDeps();
  cluster = { uuid: aUuid(), name: `prod-${randomUUID().slice(0, 8)}` };
  tenant = await servedBy('demo', world.demo);
});

const placeOf = (at: Tenant = tenant) => ({ clusterUuid: cluster.uuid, tenantUuid: at.uuid });
const secretOf = (at: Tenant = tenant) =>
  secretName(world.stage, 'cloud-credential', clusterCredentialUuid(placeOf(at)));
const ensure = (of = deps) => ensureClusterCredential(of, cluster, tenant);
const session = (of = deps) => of.openstack.open(tenant);
const remove = async () => deleteClusterCredential(deps, await session(), placeOf());
const projectOf = async (credential: { id: string; secret: string }) =>
  (await deps.openstack.openWith(tenant.settingsUuid, credential)).projectId();
const inCloud = async () =>
  z
    .array(listedRow)
    .parse((await stateOf(world.cloud)).application_credentials)
    .filter(({ name }) => name === clusterCredentialName(placeOf()));
const idsInCloud = async () => (await inCloud()).map(({ id }) => id);

describe('the application credential of a cluster', () => {
  test('opens the tenant’s project, names the cluster, and is the same one each time (D6, M12)', async () => {
    const credential = await ensure();
    expect(await ensure()).toEqual(credential);
    expect(await projectOf(credential)).toBe(tenant.backendId);
    const description = `Machines of cluster ${cluster.name} ${clusterTag(cluster.uuid)}`;
    expect(await inCloud()).toEqual([{ id: credential.id, name: clusterCredentialName(placeOf()), description }]);
  });

  test('has its secret in the secret store alone', async () => {
    const { id, secret } = await ensure();
    expect(JSON.parse((await world.secrets.find(secretOf())) ?? '')).toEqual({ id, secret });
    expect(JSON.stringify(await listClusterCredentials(await session(), cluster.uuid))).not.toContain(secret);
  });

  test('is created again when its secret was not stored, and the one without a secret is deleted (D6)', async () => {
    const died = new Error('the function died');
    const secrets = { ...world.secrets, put: () => Promise.reject(died) };
    await expect(ensure({ ...deps, secrets })).rejects.toBe(died);
    const [lost] = await idsInCloud();
    const credential = await ensure();
    expect(await idsInCloud()).toEqual([credential.id]);
    expect(credential.id).not.toBe(lost);
    expect(await projectOf(credential)).toBe(tenant.backendId);
  });

  test('is there once when the answer to its creation was lost and the next list does not show it', async () => {
    const lists = '/application_credentials\\?';
    const lost = { creates: '/application_credentials$', lists, empty: { application_credentials: [], links: {} } };
    await afterLostAnswer(world.cloud, lost, ensure);
    const credential = await ensure();
    expect(await idsInCloud()).toEqual([credential.id]);
  });

  test.each([
    ['its secret is lost', async () => world.secrets.remove(secretOf())],
    ['somebody has deleted it', async (id: string) => (await session()).deleteApplicationCredential(id)],
  ])('is replaced when %s', async (_what, happens) => {
    const before = await ensure();
    await happens(before.id);
    const after = await ensure();
    expect(after.id).not.toBe(before.id);
    expect(await idsInCloud()).toEqual([after.id]);
  });

  test('is kept while Keystone does not answer', async () => {
    const credential = await ensure();
    await world.cloud.plan({ kind: 'status', status: 503, path: '/auth/tokens', nth: 1 });
    await expect(ensure()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    expect(await ensure()).toEqual(credential);
  });

  test('leaves one of the same name alone that somebody else created', async () => {
    const open = await session();
    const name = clusterCredentialName(placeOf());
    const theirs = await open.createApplicationCredential({ name, description: 'mine', roles: ['member'] });
    await expect(ensure()).rejects.toMatchObject({
      name: 'BackendUnavailable',
      message: expect.stringContaining(name),
    });
    await remove();
    expect(await idsInCloud()).toEqual([theirs.id]);
    await open.deleteApplicationCredential(theirs.id);
  });

  test('cannot be created with a restricted credential of the tenant, which the operator can replace (D9)', async () => {
    tenant = world.demo.tenant;
    const error: Error = await ensure().then(
      () => expect.unreachable(),
      (failed) => failed,
    );
    expect(error.message).toContain('unrestricted application credential');
    const seen = failureOf(
      { error: error.name, cause: error.message, step: 'credential' },
      world.clock.now().toISOString(),
    );
    expect(seen).toMatchObject({ code: 'CONFIGURATION', owner: 'operator', retryable: true });
    expect(await idsInCloud()).toEqual([]);
  });
});

describe('deleting the application credential of a cluster', () => {
  test('removes it and its secret, twice too, and nothing of another cluster (D5)', async () => {
    const other = await ensureClusterCredential(deps, { uuid: aUuid(), name: cluster.name }, tenant);
    await ensure();
    await remove();
    await remove();
    expect(await idsInCloud()).toEqual([]);
    expect(await world.secrets.find(secretOf())).toBeUndefined();
    expect(await listClusterCredentials(await session(), cluster.uuid)).toEqual([]);
    expect(await projectOf(other)).toBe(tenant.backendId);
  });

  test('removes one whose secret was never stored', async () => {
    const secrets = { ...world.secrets, put: () => Promise.reject(new Error('the function died')) };
    await expect(ensure({ ...deps, secrets })).rejects.toThrow('died');
    expect(await listClusterCredentials(await session(), cluster.uuid)).toHaveLength(1);
    await remove();
    expect(await idsInCloud()).toEqual([]);
  });

  test('names the one of an earlier account, which still serves the cluster, until the operator deletes it (D5, D6)', async () => {
    const { id } = await ensure();
    const admin = await logInAsAdmin(cloudAccess.parse(world.cloud.printed));
    const { users } = await admin.ask(
      'identity',
      'GET',
      '/users?name=other',
      z.object({ users: z.array(listedRow.pick({ id: true })) }),
    );
    await grant(admin, tenant.backendId, users[0]?.id ?? '', 'member');
    tenant = await servedBy('other', world.demo);
    const later = freshDeps();
    expect(await ensure(later)).toMatchObject({ id });
    const removal = async () => deleteClusterCredential(later, await session(later), placeOf());
    const message = expect.stringContaining(
      `The application credential ${id} cannot be deleted: it belongs to an account`,
    );
    await expect(removal()).rejects.toMatchObject({ name: 'DeletionBlocked', message });
    expect(await world.secrets.find(secretOf())).toBeDefined();
    await admin.ask('identity', 'DELETE', `/users/${admin.userId}/application_credentials/${id}`, z.unknown());
    await removal();
    expect(await world.secrets.find(secretOf())).toBeUndefined();
  });
});
