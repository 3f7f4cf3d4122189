import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocalCloud } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { undoStack } from '#infra/local/undo-stack';
import { deadlineContext } from '#test/deadlines';
import { recordCalls } from '#test/rights/record-calls';
import { STAGE } from './deployed-stack.ts';
import type { E2eCloud } from './own-cloud.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clouds: E2eCloud[];
  }
}

/** Short delays, so that the tests measure Paddock. Delays are not zero, so machines pass through every state. */
const DELAYS = {
  openstack: { serverBuild: 300, serverDelete: 200 },
  // At this pace, a node's upgrade takes half a second, so that a test can see the upgrade of each machine.
  rancher: { pace: 0.05, nodeUpgrade: 10_000 },
  'vm-runner': { boot: 300 },
};
/** Nodes that never register must fail within a test's time limit. */
const DEADLINE_SECONDS = 60;

/** A watch heals a lost node at once. A machine that a test removes does not count as a failed healing attempt. */
const healsAtOnce = { healingLostAfterSeconds: '0', healingPauseSeconds: '0', healingMinHealthySeconds: '0' };

/** Starts a local cloud on free ports. */
async function startCloud(worker: number, undoLater: (undo: () => Promise<void>) => void): Promise<E2eCloud> {
  const logDir = join(localLogDir('e2e'), String(worker));
  const { wrapFunctions, describeStage } = recordCalls('e2e');
  const { endpoints, stop } = await startLocalCloud({
    ...{ home: localHome(), logDir, stage: STAGE, delays: DELAYS, waitScale: 0.2 },
    appContext: { ...deadlineContext(DEADLINE_SECONDS), ...healsAtOnce },
    wrapFunctions,
  });
  undoLater(stop);
  await describeStage(endpoints, STAGE);
  return { endpoints, logDir };
}

/**
 * Deploys a stack for each worker. The workers run in parallel, because test files spend half of their time waiting.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { push, undo } = undoStack();
  const workers = Array.from({ length: Number(project.config.maxWorkers) }, (_, index) => index + 1);
  const starting = workers.map((worker) => startCloud(worker, push));
  try {
    project.provide('clouds', await Promise.all(starting));
  } catch (error) {
    // Stacks that are still starting must also be stopped.
    await Promise.allSettled(starting);
    await undo();
    throw error;
  }
  return undo;
}
