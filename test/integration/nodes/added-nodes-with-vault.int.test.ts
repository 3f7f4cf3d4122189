import { describe, expect, test } from 'vitest';
import { deleteCredentials } from '#shared/app/clusters/steps/delete-credentials';
import { ensureRegistration } from '#shared/app/clusters/steps/ensure-registration';
import { putCredentials } from '#shared/app/clusters/steps/put-credentials';
import { sweepCredentials } from '#shared/app/clusters/steps/sweep-credentials';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { nodeTag, vaultNames } from '#shared/domain/planning/naming';
import { clusterOf, EVENTUALLY, inCloud, requestServers } from '../_worlds/step-world.ts';
import { inVault, orderWithCredentials, vaultWorldPerFile } from '../cluster-access/vault-world.ts';
import { type Added, acceptedNode, finish, ownRegistration } from './added-node.ts';

const world = await vaultWorldPerFile();
const vault = async () => (await world.vault.open(world.settings)) ?? expect.fail('it has a Vault');

/** A finished order whose credentials are deleted, and an added node with its own credentials. */
async function growing() {
  const begun = await orderWithCredentials(world);
  await requestServers(world, begun);
  await finish(world, begun);
  await deleteCredentials.call(world.deps, begun.target);
  const added = await acceptedNode(world, begun);
  await expect.poll(() => ensureRegistration.call(world.deps, added.target), EVENTUALLY).toEqual({ ready: true });
  const { token } = (await ownRegistration(world, added)) ?? {};
  await putCredentials.call(world.deps, added.target);
  return { begun, added, token };
}
async function own({ node }: Added) {
  const { policy, role, secretPath } = vaultNames(node.uuid);
  const session = await vault();
  return [await session.hasPolicy(policy), await session.findRoleId(role), await session.findSecret(secretPath)];
}
const NOTHING = [false, undefined, undefined];

describe('a node that is added where the provider has a Vault', () => {
  test('logs in with a role of its own, which reads its own secret, and its machine is given a secret id', async () => {
    const { begun, added, token } = await growing();
    const { policy, secretPath } = vaultNames(added.node.uuid);
    expect(await own(added)).toEqual([true, expect.any(String), { token }]);
    expect(await inVault(world, begun)).toEqual([]);
    const rules = JSON.stringify({ path: { [`secret/data/${secretPath}`]: { capabilities: ['read'] } } });
    expect(await world.provider.ask('GET', `sys/policy/${policy}`)).toMatchObject({ body: { data: { rules } } });
    expect(await ownRegistration(world, added)).toMatchObject({ vaultRoleId: expect.any(String) });
    await ensureServer.call(world.deps, added.ofNode);
    expect(await inCloud(world, 'servers', nodeTag(added.node.uuid))).toHaveLength(1);
    await deleteCredentials.call(world.deps, added.target);
    expect(await own(added)).toEqual(NOTHING);
  });

  test('leaves none when its cluster goes before it has come to its end, which is proved', async () => {
    const { begun, added } = await growing();
    await terminateResource(world, world.owner, { resourceUuid: begun.resource.uuid, correlationId: 'correlation-2' });
    const { operationUuid = '' } = await clusterOf(world, begun);
    const target = { operationUuid, clusterUuid: begun.target.clusterUuid };
    const { policy, role, secretPath } = vaultNames(added.node.uuid);
    await expect(sweepCredentials.call(world.deps, target)).rejects.toThrow(
      `Still in Vault: policy ${policy}, role ${role}, secret ${secretPath}.`,
    );
    await deleteCredentials.call(world.deps, target);
    expect(await own(added)).toEqual(NOTHING);
    await sweepCredentials.call(world.deps, target);
  });
});
