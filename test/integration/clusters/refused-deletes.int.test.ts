import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import {
  type Begun,
  EVENTUALLY,
  nodesOf,
  orderWithServers,
  type StepWorld,
  startStepWorld,
} from '../_worlds/step-world.ts';
import { deleteServers, leaving } from './deletion.ts';

let world: StepWorld;
let going: Begun;
beforeAll(async () => {
  world = await startStepWorld();
  going = await leaving(world, await orderWithServers(world));
}, 60_000);
afterAll(() => world.stop());
beforeEach(() => world.cloud.clearFaults());

const refuse = (path: string, body: object) =>
  world.cloud.plan({ method: 'DELETE', path, kind: 'status', status: 409, body });

test('a server that Nova does not let go is named, with Nova’s reason', async () => {
  await refuse('/servers/', { conflictingRequest: { code: 409, message: 'Instance is locked' } });
  const [node] = await nodesOf(world, going);
  await expect(deleteServers(world, going)).rejects.toMatchObject({
    name: 'DeletionBlocked',
    message: expect.stringMatching(`^The server ${node?.spec.name} .*Instance is locked`),
  });
});

test('a port that Neutron does not let go is named, with Neutron’s reason', async () => {
  await deleteServers(world, going);
  await expect.poll(() => checkServersGone.call(world.deps, going.target), EVENTUALLY).toEqual({ gone: true });
  await refuse('/ports/', { NeutronError: { type: 'PortInUse', message: 'The port is in use.', detail: '' } });
  await expect(deleteLeftovers.call(world.deps, going.target)).rejects.toMatchObject({
    name: 'DeletionBlocked',
    message: expect.stringMatching(`^The port .*${going.cluster.uuid}.*The port is in use`),
  });
});
