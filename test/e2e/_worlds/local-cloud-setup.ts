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

/** Short, so that what is measured is Paddock; not zero, so that machines pass through every state on the way. */
const DELAYS = {
  openstack: { serverBuild: 300, serverDelete: 200 },
  // Half a second in that pace: an upgrade is to be seen at each machine.
  rancher: { pace: 0.05, nodeUpgrade: 10_000 },
  'vm-runner': { boot: 300 },
};
/** Nodes that never register must be given up within a test's patience. */
const DEADLINE_SECONDS = 60;

/** A lost node is believed at the first look, and a machine that a test takes away is no earlier attempt that has failed. */
const healsAtOnce = { healingLostAfterSeconds: '0', healingPauseSeconds: '0', healingMinHealthySeconds: '0' };

/** On free ports. */
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

/** A deployed stack for each worker: half of what its files do is waiting. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { push, undo } = undoStack();
  const workers = Array.from({ length: Number(project.config.maxWorkers) }, (_, index) => index + 1);
  const starting = workers.map((worker) => startCloud(worker, push));
  try {
    project.provide('clouds', await Promise.all(starting));
  } catch (error) {
    // What is still starting has to be stopped as well.
    await Promise.allSettled(starting);
    await undo();
    throw error;
  }
  return undo;
}
