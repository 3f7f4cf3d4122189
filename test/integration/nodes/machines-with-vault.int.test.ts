import { beforeEach, expect, test } from 'vitest';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { cloudAccess } from '#test/contracts/openstack/cloud-admin';
import { novaReader } from '#test/simulators/vm-runner/nova-reader';
import { type Begun, nodesOf, registrationOf, rowsWith } from '../_worlds/step-world.ts';
import { orderWithCredentials, vaultWorldPerFile } from '../cluster-access/vault-world.ts';
import { leaving } from '../clusters/deletion.ts';

const world = await vaultWorldPerFile();
beforeEach(() => world.cloud.clearFaults());

const minted = ({ cluster }: Begun) =>
  world.provider.simulator.countOf('POST', `/role/rancher-provisioning-role-${cluster.uuid}/secret-id`);
async function makeServers(begun: Begun): Promise<void> {
  for (const { uuid } of await nodesOf(world, begun)) {
    await ensureServer.call(world.deps, { ...begun.target, nodeUuid: uuid });
  }
}

/** User data of all machines from Nova, in the order of the nodes. */
async function userData(begun: Begun): Promise<string[]> {
  const { auth_url, admin } = cloudAccess.parse(world.cloud.printed);
  const { username, password, project_name: project, user_domain_name: domain } = admin;
  const servers = await novaReader({ authUrl: auth_url, username, password, project, domain }).servers();
  return (await nodesOf(world, begun)).map(({ spec }) => {
    const found = servers.find(({ name }) => name === spec.name);
    return Buffer.from(found?.['OS-EXT-SRV-ATTR:user_data'] ?? '', 'base64').toString();
  });
}
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** All UUIDs in a text except the role id. In a machine's user data, the only other UUID is the secret id. */
const secretIdsIn = (text: string, roleId = '') =>
  [...new Set(text.match(new RegExp(`\\b${UUID}\\b`, 'g')))].filter((id) => id !== roleId);

test('each machine gets what it logs in to Vault with, once and in its own way, and not the token (S0-104, S0-107, S0-133, S0-186)', async () => {
  const begun = await orderWithCredentials(world);
  const { vaultRoleId = '' } = (await registrationOf(world, begun)) ?? {};
  const secret = await (await world.vault.open(world.settings))?.findSecret(`rancher/cluster-${begun.cluster.uuid}`);
  await makeServers(begun);
  const texts = await userData(begun);
  const ids = texts.map((text) => secretIdsIn(text, vaultRoleId));
  expect(texts).toHaveLength(2);
  expect(new Set(ids.flat()).size).toBe(2);
  for (const text of texts) {
    expect(text).toContain(vaultRoleId);
    expect(text).toContain(world.provider.simulator.url);
    expect(text).toContain(`rancher/cluster-${begun.cluster.uuid}`);
    expect(text).not.toContain(secret?.token);
    expect(text).not.toContain(world.provider.rootToken);
  }
  for (const id of ids.flat()) {
    const login = { role_id: vaultRoleId, secret_id: id };
    expect(await world.provider.ask('POST', 'auth/approle/login', login)).toMatchObject({ status: 200 });
  }
});

test('a machine that is there already gets no second secret id, and one made without an answer is adopted', async () => {
  const begun = await orderWithCredentials(world);
  await world.cloud.plan({ kind: 'lose', method: 'POST', path: '/servers$', nth: 1 });
  await expect(makeServers(begun)).rejects.toMatchObject({ name: 'BackendUnavailable' });
  await makeServers(begun);
  await makeServers(begun);
  expect(await minted(begun)).toBe(2);
});

test('secret ids are in no row, event or log line', async () => {
  const begun = await orderWithCredentials(world);
  await makeServers(begun);
  const { vaultRoleId = '' } = (await registrationOf(world, begun)) ?? {};
  const ids = (await userData(begun)).flatMap((text) => secretIdsIn(text, vaultRoleId));
  const written = JSON.stringify([await rowsWith(world, ''), world.published, world.logged]);
  for (const id of [...ids, world.provider.rootToken]) expect(written).not.toContain(id);
});

test('no machine is made when its secret id cannot be minted, and a cancelled order ends quietly', async () => {
  const begun = await orderWithCredentials(world);
  await world.provider.ask('DELETE', `auth/approle/role/rancher-provisioning-role-${begun.cluster.uuid}`);
  await expect(makeServers(begun)).rejects.toMatchObject({ name: 'BackendNotFound' });
  expect((await nodesOf(world, begun)).map((node) => node.instanceId)).toEqual(['', '']);
  await leaving(world, begun);
  await expect(makeServers(begun)).rejects.toMatchObject({ name: 'Superseded' });
});
