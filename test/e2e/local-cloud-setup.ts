import type { TestProject } from 'vitest/node';
import type { Endpoints } from '#infra/local/endpoints';
import { startLocalCloud } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { deadlineContext } from '#test/deadlines';

declare module 'vitest' {
  interface ProvidedContext {
    endpoints: Endpoints;
  }
}

/** Short, so that what is measured is Paddock; not zero, so that machines pass through every state on the way. */
const DELAYS = {
  openstack: { serverBuild: 300, serverDelete: 200 },
  rancher: { clusterAssign: 100, nodeActive: 300, clusterDelete: 200 },
  'vm-runner': { boot: 300 },
};
/** Nodes that never register must be given up within a test's patience. */
const DEADLINE_SECONDS = 60;

/** A lost node is believed at the first look, and a machine that a test takes away is no earlier attempt that has failed. */
const healsAtOnce = { healingLostAfterSeconds: '0', healingPauseSeconds: '0', healingMinHealthySeconds: '0' };

/** One deployed stack for all files, on free ports. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cloud = await startLocalCloud({
    home: localHome(),
    logDir: localLogDir('e2e'),
    stage: 'e2e',
    delays: DELAYS,
    waitScale: 0.2,
    appContext: { ...deadlineContext(DEADLINE_SECONDS), ...healsAtOnce },
  });
  project.provide('endpoints', cloud.endpoints);
  return cloud.stop;
}
