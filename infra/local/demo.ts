import { apiClient } from './api-client.ts';
import { orderCluster, terminateCluster } from './demo-order.ts';
import { clusterSummary } from './demo-summary.ts';
import type { LocalCloud } from './local-cloud.ts';
import { localHome, localLogDir } from './local-settings.ts';
import { progressSince } from './progress.ts';
import { runWithLocalCloud } from './run-with-local-cloud.ts';

/** Short, but long enough to see machines being built, booting and joining one after the other. */
const DELAYS = { openstack: { serverBuild: 3_000 }, 'vm-runner': { boot: 5_000 } };

const startedAtMs = Date.now();

await runWithLocalCloud({
  options: () => ({ home: localHome(), logDir: localLogDir('demo'), delays: DELAYS, log: console.log }),
  run: demonstrate,
});

/** @throws OperatorError when the order ends erred, with its error message */
async function demonstrate({ endpoints }: LocalCloud, interrupted: AbortSignal): Promise<void> {
  const api = apiClient(endpoints.api, endpoints.tokens.owner);
  const print = (line: string) => console.log(line);
  console.log('\nThe owner orders a cluster of 3 servers and 3 agents:');
  const orderedAtMs = Date.now();
  const cluster = await orderCluster(api, endpoints.sample, progressSince(orderedAtMs, print), interrupted);
  console.log(clusterSummary(cluster, { orderedAtMs, startedAtMs, endedAtMs: Date.now() }));
  console.log('The owner terminates it:');
  await terminateCluster(api, cluster, progressSince(Date.now(), print), interrupted);
}
