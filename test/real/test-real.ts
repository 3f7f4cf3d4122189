import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEndpoints } from '#infra/local/endpoints';
import { startLocalCloud } from '#infra/local/local-cloud';
import { localHome } from '#infra/local/local-settings';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { type UndoStack, undoStack } from '#infra/local/undo-stack';
import { differences, type Inventory } from './cloud-inventory.ts';
import { givenServers } from './given-servers.ts';
import { noClusterApi, realClusterApi, realManagers } from './real-cluster-api.ts';
import { contentsSuites, noPrograms, projectSuites, realKubernetes } from './real-kubernetes.ts';
import type { RealOptions, Timed } from './real-options.ts';
import { type RealServer, realCloud, realKeycloak } from './real-servers.ts';
import type { RealPart } from './real-settings.ts';
import { runSuite, type Suite, type SuiteResult } from './run-suite.ts';
import type { Phase, Summary } from './summary.ts';

/** Suites that test whole orders. `part` is the word that selects a suite on the command line. */
const ORDERS = [
  { part: 'access', name: 'who enters a cluster', files: ['test/real/access/real-access.real.test.ts'] },
  { part: 'projects', name: 'one order of a project', files: ['test/real/projects/real-project.real.test.ts'] },
  {
    part: 'cluster-api',
    name: 'one order of a cluster by Cluster API',
    files: ['test/real/cluster-api/real-cluster.real.test.ts'],
  },
  { part: 'order', name: 'one order', files: ['test/real/order/real-order.real.test.ts'] },
  { part: 'managed', name: 'one managed order', files: ['test/real/managed/real-managed.real.test.ts'] },
  { part: 'managed', name: 'one in three zones', files: ['test/real/managed/real-zones.real.test.ts'] },
] as const;

/**
 * Runs the contract suites that have a real server, then whole orders on the real servers. Stops everything that it
 * started. Failed tests are in the summary.
 * @throws OperatorError when something cannot be installed or started
 */
export async function testReal(options: RealOptions): Promise<Summary> {
  const undo = undoStack();
  const phases: Phase[] = [];
  const timed: Timed = async (name, work) => {
    const startedAtMs = Date.now();
    try {
      return await work();
    } finally {
      phases.push({ name, seconds: (Date.now() - startedAtMs) / 1000 });
    }
  };
  try {
    const summary = await runAll(options, undo, timed);
    await timed('everything stopped', undo.undo);
    options.done('everything is stopped');
    return { ...summary, phases };
  } finally {
    await undo.undo();
  }
}

async function runAll(options: RealOptions, undo: UndoStack, timed: Timed): Promise<Omit<Summary, 'phases'>> {
  const { part } = options;
  const asks = (...parts: RealPart[]) => part === 'all' || parts.includes(part);
  const servers: RealServer[] = [];
  if (asks('suites', 'keycloak', 'access', 'projects')) servers.push(await realKeycloak(options, undo, timed));
  if (asks('suites', 'order', 'managed')) servers.push(await realCloud(options, undo, timed));
  const before = await lookAround(servers);
  const env: Record<string, string> = Object.assign({}, ...servers.map((it) => it.env));
  const kubernetes = await kubernetesServers(options, undo, timed, env);
  const { suites, notGiven } = givenServers({ ...kubernetes.env, ...process.env });
  const contracts = [
    ...(asks('suites', 'keycloak') ? servers.map(({ contract }) => contract) : []),
    ...(asks('suites') ? suites : []),
    ...kubernetes.suites,
  ];
  const results: SuiteResult[] = [];
  const run = async (suite: Suite) => void results.push(await timed(suite.name, () => runSuite(suite, options)));
  for (const contract of contracts) await run(contract);
  const orders = ORDERS.filter(({ part: of }) => asks(of) && !kubernetes.lacking.includes(of));
  if (orders.length > 0) {
    const endpointsFile = await timed('Paddock deployed', () => deployPaddock(options, undo, servers));
    const withPaddock = { ...env, ...kubernetes.env, PADDOCK_REAL_ENDPOINTS: endpointsFile };
    for (const { name, files } of orders) await run({ name, files, env: withPaddock });
  }
  const after = await lookAround(servers);
  const left = before && after && differences(before, after);
  const lookedAt = servers.map(({ name }) => name);
  const started = [...servers, kubernetes].flatMap((it) => it.started);
  return { started, suites: results, lookedAt, left, notGiven };
}

/**
 * Starts the Kubernetes servers for which programs are given. An error is thrown if only one part of the tests is
 * requested and the programs for this part are missing. `env` has the environment variables of the other servers, for
 * the suites.
 */
async function kubernetesServers(options: RealOptions, undo: UndoStack, timed: Timed, env: Record<string, string>) {
  const { part } = options;
  const asks = (...parts: RealPart[]) => part === 'all' || parts.includes(part);
  const contents = asks('suites', 'contents', 'projects') ? await realKubernetes(options, undo, timed) : undefined;
  if ((part === 'contents' || part === 'projects') && !contents) throw noPrograms();
  const clusterApi = asks('suites', 'cluster-api') ? await realClusterApi(options, undo, timed) : undefined;
  const managers = asks('suites', 'cluster-api') ? await realManagers(options, undo, timed) : undefined;
  if (part === 'cluster-api' && !clusterApi && !managers) throw noClusterApi();
  /** Parts that cannot run, since their servers are not given. */
  const lacking: RealPart[] = [
    ...(contents ? [] : ['projects' as const]),
    ...(managers ? [] : ['cluster-api' as const]),
  ];
  return {
    env: { ...contents?.env, ...managers?.suite.env },
    lacking,
    suites: [
      ...(contents && asks('contents') ? contentsSuites(contents) : []),
      ...(contents && asks('projects') ? projectSuites(contents, env) : []),
      ...[clusterApi, managers].flatMap((one) => one?.suite ?? []),
    ],
    started: [contents, clusterApi, managers].flatMap((one) => one?.started ?? []),
  };
}

async function lookAround(servers: readonly RealServer[]): Promise<Inventory | undefined> {
  const found = (await Promise.all(servers.map((it) => it.lookAround()))).filter((it) => it !== undefined);
  return found.length === 0 ? undefined : Object.assign({}, ...found);
}

/** Deploys Paddock. Returns the path of a file with its addresses and tokens. */
async function deployPaddock(options: RealOptions, undo: UndoStack, servers: readonly RealServer[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-endpoints-'));
  ownFolder(folder);
  undo.push(() => removeFolder(folder));
  const { endpoints, stop } = await startLocalCloud({
    home: localHome(),
    logDir: join(options.logDir, 'paddock'),
    stage: 'real',
    waitScale: 0.2,
    appContext: Object.assign({}, ...servers.map(({ appContext }) => appContext)),
    log: options.print,
    signal: options.signal,
  });
  undo.push(stop);
  return writeEndpoints(folder, endpoints).file;
}
