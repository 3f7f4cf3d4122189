import { parseArgs } from 'node:util';
import { apiClient } from './api-client.ts';
import { clusterSummary, demoOrder, orderDemoCluster, terminateCluster } from './demo-order.ts';
import { type LocalCloud, progressSince } from './local-cloud.ts';
import { localHome, localLogDir, portSetting } from './local-settings.ts';
import { managedOrder, sellManagedClusters } from './managed-market.ts';
import { OperatorError } from './operator-error.ts';
import { runWithLocalCloud } from './run-with-local-cloud.ts';
import { type FurtherSimulators, startFurtherClouds } from './simulators.ts';

/**
 * Delays of the simulators. The delays are short, but long enough to show the steps of a machine: it is built, boots
 * and joins.
 */
const DELAYS = { openstack: { serverBuild: 3_000 }, 'vm-runner': { boot: 5_000 } };
const CLOUDS = ['AZ 1', 'AZ 2', 'AZ 3'];
const WORKERS = 3;
const CONSOLE = `http://127.0.0.1:${portSetting('PADDOCK_API_PORT', 8080)}/console/`;

const startedAtMs = Date.now();
let further: FurtherSimulators | undefined;

await runWithLocalCloud({
  options: () => {
    isManaged(); // Reports a wrong flag before anything is started.
    return { home: localHome(), logDir: localLogDir('demo'), delays: DELAYS, log: console.log };
  },
  run: async (cloud, interrupted) => {
    try {
      await demonstrate(cloud, interrupted);
    } finally {
      await further?.stop();
    }
  },
});

/**
 * Whether the flag `--managed` asks for a managed cluster.
 * @throws OperatorError for flags other than `--managed`
 */
function isManaged(): boolean {
  try {
    return parseArgs({ options: { managed: { type: 'boolean', default: false } } }).values.managed;
  } catch {
    throw new OperatorError('The demo takes one flag only: npm run demo -- --managed');
  }
}

/**
 * Orders a cluster, prints its timeline, and terminates the cluster.
 * @throws OperatorError with the order's error message when the order has failed
 */
async function demonstrate({ endpoints }: LocalCloud, interrupted: AbortSignal): Promise<void> {
  const api = apiClient(endpoints.api, endpoints.tokens.owner);
  const print = (line: string) => console.log(line);
  const order = isManaged() ? await orderOverClouds(endpoints) : demoOrder(endpoints.sample);
  const machines = isManaged()
    ? `over ${CLOUDS.length} clouds, with ${WORKERS} workers in each`
    : 'of 3 servers and 3 agents';
  console.log(`\nThe owner orders a cluster ${machines}:`);
  const orderedAtMs = Date.now();
  const cluster = await orderDemoCluster(api, order, progressSince(orderedAtMs, print), interrupted);
  console.log(clusterSummary(cluster, { orderedAtMs, startedAtMs, endedAtMs: Date.now() }));
  console.log('The owner terminates it:');
  await terminateCluster(api, cluster, progressSince(Date.now(), print), interrupted);
  console.log(
    `\nNow try the console: npm start, open ${CONSOLE}, sign in as owner (password owner), and order a cluster.`,
  );
}

async function orderOverClouds({ api, tokens, sample }: LocalCloud['endpoints']): Promise<object> {
  further = await startFurtherClouds(CLOUDS, { logDir: localLogDir('demo'), delays: DELAYS });
  const market = await sellManagedClusters(apiClient(api, tokens.staff), further);
  return managedOrder(market, sample.project, 'demo', WORKERS);
}
