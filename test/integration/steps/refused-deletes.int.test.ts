import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkServersGone } from '#functions/steps/openstack/check-servers-gone';
import { deleteLeftovers } from '#functions/steps/openstack/delete-leftovers';
import { deleteServer } from '#functions/steps/openstack/delete-server';
import { cancelOrder } from '#shared/app/cancel-order';
import {
  type Begun,
  clusterOf,
  nodesOf,
  orderWithServers,
  SETTLES,
  type StepWorld,
  startStepWorld,
} from './step-world.ts';

let world: StepWorld;
let leaving: Begun;
beforeAll(async () => {
  world = await startStepWorld();
  const begun = await orderWithServers(world);
  await cancelOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
  const { operationUuid = '' } = await clusterOf(world, begun);
  leaving = { ...begun, target: { ...begun.target, operationUuid } };
}, 60_000);
afterAll(() => world.stop());
beforeEach(() => world.cloud.clearFaults());

const deleteServers = async () => {
  for (const { uuid } of await nodesOf(world, leaving)) {
    await deleteServer.call(world.deps, { ...leaving.target, nodeUuid: uuid });
  }
};
const refuse = (path: string, body: object) =>
  world.cloud.plan({ method: 'DELETE', path, kind: 'status', status: 409, body });

test('a server that Nova does not let go is named, with Nova’s reason', async () => {
  await refuse('/servers/', { conflictingRequest: { code: 409, message: 'Instance is locked' } });
  const [node] = await nodesOf(world, leaving);
  await expect(deleteServers()).rejects.toMatchObject({
    name: 'DeletionBlocked',
    message: expect.stringMatching(`^The server ${node?.spec.name} .*Instance is locked`),
  });
});

test('a port that Neutron does not let go is named, with Neutron’s reason', async () => {
  await deleteServers();
  await expect.poll(() => checkServersGone.call(world.deps, leaving.target), SETTLES).toEqual({ gone: true });
  await refuse('/ports/', { NeutronError: { type: 'PortInUse', message: 'The port is in use.', detail: '' } });
  await expect(deleteLeftovers.call(world.deps, leaving.target)).rejects.toMatchObject({
    name: 'DeletionBlocked',
    message: expect.stringMatching(`^The port .*${leaving.cluster.uuid}.*The port is in use`),
  });
});
