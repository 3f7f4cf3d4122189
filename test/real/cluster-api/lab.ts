import { once } from 'node:events';
import { relative } from 'node:path';
import { apiClient } from '#infra/local/api-client';
import {
  clusterApiOrder,
  type ManagementAddress,
  sellClusterApi,
  simulatedManagement,
} from '#infra/local/cluster-api-market';
import { clusterSummary, orderDemoCluster } from '#infra/local/demo-order';
import { writeEndpoints } from '#infra/local/endpoints';
import { type LocalCloud, type Progress, progressSince } from '#infra/local/local-cloud';
import { localHome, localLogDir, portSetting } from '#infra/local/local-settings';
import { takeHome } from '#infra/local/lock-home';
import { runWithLocalCloud } from '#infra/local/run-with-local-cloud';
import { startManagement } from '#infra/local/simulators';
import { type UndoStack, undoStack } from '#infra/local/undo-stack';
import { realManagers } from '../real-cluster-api.ts';
import { firstPort, realHome } from '../real-settings.ts';

/**
 * `npm run lab:cluster-api`: runs Paddock, a management cluster of Cluster API and one cluster on this machine, until
 * Ctrl-C. The managers are real if their programs are given (CONTRIBUTING.md, "On real servers"). Otherwise a simulator
 * runs.
 */
const startedAtMs = Date.now();
const done = progressSince(startedAtMs, console.log);

await runWithLocalCloud({
  options: () => {
    const apiPort = portSetting('PADDOCK_API_PORT', 8080);
    process.once('exit', takeHome(localHome()));
    return { home: localHome(), logDir: localLogDir('lab'), apiPort, log: console.log };
  },
  interruptedExitCode: 0,
  async run({ endpoints }, interrupted) {
    const undo = undoStack();
    try {
      await orderCluster(endpoints, await management(undo, done, interrupted), interrupted);
      const { file, remove } = writeEndpoints(localHome(), endpoints);
      undo.push(async () => remove());
      console.log(
        `Paddock is up at ${endpoints.api}. Tokens are in ${relative(process.cwd(), file)}.\nCtrl-C stops everything.`,
      );
      if (!interrupted.aborted) await once(interrupted, 'abort');
    } finally {
      await undo.undo();
    }
  },
});

async function management(undo: UndoStack, progress: Progress, signal: AbortSignal): Promise<ManagementAddress> {
  const logDir = localLogDir('lab');
  const options = {
    part: 'cluster-api',
    home: realHome(),
    logDir,
    firstPort: firstPort(),
    print: console.log,
  } as const;
  const real = await realManagers({ ...options, done: progress, signal }, undo, (_, work) => work());
  if (real) return real.address;
  const { printed, stop } = await startManagement({ logDir });
  undo.push(stop);
  progress('a simulated management cluster is up');
  return simulatedManagement(printed);
}

async function orderCluster(
  endpoints: LocalCloud['endpoints'],
  address: ManagementAddress,
  interrupted: AbortSignal,
): Promise<void> {
  const market = await sellClusterApi(endpoints, address);
  const owner = apiClient(endpoints.api, endpoints.tokens.owner);
  const orderedAtMs = Date.now();
  const cluster = await orderDemoCluster(owner, clusterApiOrder(market, endpoints, 'lab'), done, interrupted);
  console.log(clusterSummary(cluster, { orderedAtMs, startedAtMs, endedAtMs: Date.now() }));
}
