import { expect, test } from 'vitest';
import { deleteGroups } from '#shared/app/cluster-access/steps/delete-groups';
import { sweepGroups } from '#shared/app/cluster-access/steps/sweep-groups';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { clusterOf } from '../_worlds/step-world.ts';
import {
  addMember,
  enterableCluster,
  entrancesOf,
  keycloakWorldPerFile,
  revoked,
  runMachine,
} from '../cluster-access/keycloak-world.ts';
import { missing, thingsIn } from './survivors.ts';

const world = await keycloakWorldPerFile();
const { deps, realm, keycloakSimulator, rancherSimulator } = world;

test('added and removed members, and a deletion, touch no group, member or role of strangers, which every list shows', async () => {
  const [begun, other] = [await enterableCluster(world), await enterableCluster(world)];
  const { username } = await realm.aUser();
  for (const name of [`${username}x`, `x${username}`]) await realm.aUser(name);
  await addMember(world, other, username);
  await realm.keycloak.createTopGroup({ name: 'c_stranger', attributes: {} });
  for (const simulator of [keycloakSimulator, rancherSimulator]) await simulator.ignoreSelectors(true);
  const kept = await entrancesOf(world, other);
  const before = await thingsIn(keycloakSimulator, rancherSimulator);

  const target = await addMember(world, begun, username);
  expect((await entrancesOf(world, begun)).bindings).toHaveLength(1);
  await runMachine(world, await revoked(world, target));
  expect(await thingsIn(keycloakSimulator, rancherSimulator)).toEqual(before);

  await addMember(world, begun, username);
  const { resourceUuid } = await clusterOf(world, begun);
  await terminateResource(deps, world.owner, { resourceUuid, correlationId: 'correlation-5' });
  const { operationUuid = '', uuid: clusterUuid } = await clusterOf(world, begun);
  await deleteGroups.call(deps, { operationUuid, clusterUuid });
  await sweepGroups.call(deps, { operationUuid, clusterUuid });
  expect(missing(before, await thingsIn(keycloakSimulator, rancherSimulator))).toEqual([]);
  expect(await entrancesOf(world, other)).toEqual(kept);
});
