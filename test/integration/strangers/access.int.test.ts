import { expect, test } from 'vitest';
import { deleteGroups } from '#shared/app/cluster-access/steps/delete-groups';
import { sweepGroups } from '#shared/app/cluster-access/steps/sweep-groups';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { clusterOf } from '../_worlds/step-world.ts';
import {
  enterableCluster,
  entrancesOf,
  keycloakWorldPerFile,
  letInto,
  revoked,
  settled,
} from '../cluster-access/keycloak-world.ts';
import { missing, thingsIn } from './survivors.ts';

const world = await keycloakWorldPerFile();
const { deps, realm, keycloakSimulator, rancherSimulator } = world;

test('who is let in and out, and a deletion, touch no group, member or role of strangers, whom every list shows', async () => {
  const [begun, other] = [await enterableCluster(world), await enterableCluster(world)];
  const { username } = await realm.aUser();
  for (const name of [`${username}x`, `x${username}`]) await realm.aUser(name);
  await letInto(world, other, username);
  await realm.keycloak.createTopGroup({ name: 'c_stranger', attributes: {} });
  for (const simulator of [keycloakSimulator, rancherSimulator]) await simulator.ignoreSelectors(true);
  const kept = await entrancesOf(world, other);
  const before = await thingsIn(keycloakSimulator, rancherSimulator);

  const target = await letInto(world, begun, username);
  expect((await entrancesOf(world, begun)).bindings).toHaveLength(1);
  await settled(world, await revoked(world, target));
  expect(await thingsIn(keycloakSimulator, rancherSimulator)).toEqual(before);

  await letInto(world, begun, username);
  const { resourceUuid } = await clusterOf(world, begun);
  await terminateResource(deps, world.owner, { resourceUuid, correlationId: 'correlation-5' });
  const { operationUuid = '', uuid: clusterUuid } = await clusterOf(world, begun);
  await deleteGroups.call(deps, { operationUuid, clusterUuid });
  await sweepGroups.call(deps, { operationUuid, clusterUuid });
  expect(missing(before, await thingsIn(keycloakSimulator, rancherSimulator))).toEqual([]);
  expect(await entrancesOf(world, other)).toEqual(kept);
});
