import { beforeAll, expect, test } from 'vitest';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { begunOrder, type StepWorld, stepWorldPerFile } from '../_worlds/step-world.ts';

let world: StepWorld;
beforeAll(async () => {
  world = await stepWorldPerFile();
}, 60_000);

/** Runs a step twice, because Step Functions may do so. Returns the metrics that both runs recorded. */
async function recordedDoingTwice(run: () => Promise<unknown>) {
  const before = world.recorded.length;
  await run();
  await run();
  return world.recorded.slice(before);
}

test('an order that is done is counted once, with the time from approval to OK', async () => {
  const { target } = await begunOrder(world);
  const recorded = await recordedDoingTwice(() => finishCreation.run(world.deps, target));
  expect(recorded).toEqual([
    { name: 'OrdersDone', value: 1, dimensions: { Type: 'Create' } },
    { name: 'ClusterCreationDuration', value: expect.any(Number), dimensions: {} },
  ]);
  expect(recorded[1]?.value).toBeGreaterThanOrEqual(0);
});

test('an order that failed is counted once, by its code and by who can fix it; a deadline by the step that waited', async () => {
  const { target } = await begunOrder(world);
  const caught = { error: 'BootstrapTimeout', cause: 'Nodes are missing.', failedStep: 'watch.watchNodes' };
  expect(await recordedDoingTwice(() => recordFailure.run(world.deps, { ...target, ...caught }))).toEqual([
    { name: 'OrdersErred', value: 1, dimensions: { Code: 'BOOTSTRAP_TIMEOUT', Owner: 'provider' } },
    { name: 'WaitsTimedOut', value: 1, dimensions: { Step: 'watch.watchNodes' } },
  ]);
});
