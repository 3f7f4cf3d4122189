import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { rescue } from '#functions/syncs/rescue-orders/rescue';
import { stepFunctionsExecutions, stepFunctionsWorkflows } from '#shared/adapters/aws/step-functions';
import { dispatchPending } from '#shared/app/marketplace/dispatch-operation';
import { testAws } from '#test/integration/aws/aws-client';
import { newMachine } from '#test/integration/aws/new-machine';
import { otherArns, rescuedArns } from '#test/operations';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

const client = new SFNClient(testAws());
const FIVE_MINUTES = 300;
/** Replacements for the state machines of projects. One never ends. The other fails with `FailureNotRecorded`. */
let waits = '';
let fails = '';
beforeAll(async () => {
  waits = await newMachine(client, { Type: 'Wait', Seconds: 100_000, End: true });
  const Cause = 'Misconfigured in rancher.ensureProject could not be written for BackendUnavailable: no such cluster';
  fails = await newMachine(client, { Type: 'Fail', Error: 'FailureNotRecorded', Cause });
});

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});

const rescued = (machineArn = waits) => {
  const { store, clock } = world.market;
  const executions = stepFunctionsExecutions({ client, machineArns: rescuedArns(machineArn) });
  return rescue({ ...world.deps, store, clock, executions });
};
async function dispatched(machineArn = waits) {
  const { market, deps } = world;
  const body = { offering: (await world.offering()).uuid, project: market.projectUuid, attributes: { name: 'Shop' } };
  const made = await market.ask('POST', 'marketplace-orders/', {
    ...market.people.owner,
    body: { ...body, limits: { cpu: 2 } },
  });
  const { uuid, marketplace_resource_uuid: resourceUuid } = z
    .looseObject({ uuid: z.string(), marketplace_resource_uuid: z.string() })
    .parse(made.body);
  const machineArns = { ...rescuedArns(machineArn), ...otherArns(machineArn) };
  const workflows = stepFunctionsWorkflows({ client, machineArns });
  await dispatchPending({ store: market.store, workflows, clock: market.clock, log: deps.log });
  const { rancherProject } = await market.store.resources.get(resourceUuid);
  const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${rancherProject?.operationUuid}`;
  return { uuid, resourceUuid, executionArn };
}
const stop = (executionArn: string) => client.send(new StopExecutionCommand({ executionArn }));

test('an order of a project whose state machine was stopped is erred, and its customer can retry it', async () => {
  const { market } = world;
  const { uuid, resourceUuid, executionArn } = await dispatched();
  await stop(executionArn);
  market.clock.advance(FIVE_MINUTES - 1);
  expect(await rescued()).toBe(0);
  market.clock.advance(1);
  expect(await rescued()).toBe(1);
  const lastError = {
    ...{ code: 'INTERNAL', owner: 'operator', retryable: true, step: 'create-rancher-project' },
    message: 'The work on this order was stopped by an operator.',
  };
  expect(await market.store.orders.get(uuid)).toMatchObject({ state: 'erred', lastError });
  expect(await market.store.resources.get(resourceUuid)).toMatchObject({
    state: 'Erred',
    rancherProject: { lastError },
  });
  expect(await rescued()).toBe(0);

  expect(await market.ask('POST', `marketplace-orders/${uuid}/retry/`, market.people.owner)).toMatchObject({
    status: 200,
  });
  await runProjectMachine(world);
  expect(await market.store.orders.get(uuid)).toMatchObject({ state: 'done' });
});

test('an order of a project keeps the failure that its state machine could not write', async () => {
  const { market } = world;
  const { uuid } = await dispatched(fails);
  market.clock.advance(FIVE_MINUTES);
  await expect.poll(() => rescued(fails), { timeout: 10_000 }).toBe(1);
  expect(await market.store.orders.get(uuid)).toMatchObject({
    state: 'erred',
    lastError: { code: 'CONFIGURATION', step: 'rancher.ensureProject', message: 'no such cluster' },
  });
});

test('an order of a project whose state machine runs is left alone, however long it takes', async () => {
  const { market } = world;
  const { uuid } = await dispatched();
  market.clock.advance(100 * FIVE_MINUTES);
  expect(await rescued()).toBe(0);
  expect(await market.store.orders.get(uuid)).toMatchObject({ state: 'executing' });
});
