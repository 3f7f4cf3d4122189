import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEndpoints } from '#infra/local/endpoints';
import { startLocalCloud } from '#infra/local/local-cloud';
import { localHome } from '#infra/local/local-settings';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import type { Progress } from '#infra/local/progress';
import { type UndoStack, undoStack } from '#infra/local/undo-stack';
import { type CloudAccess, cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { CLOUD_KINDS, differences, inventoryOf } from './cloud-inventory.ts';
import { givenServers } from './given-servers.ts';
import { startOpenStack } from './openstack/start-openstack.ts';
import type { RealPart } from './real-settings.ts';
import { runSuite, type Suite, type SuiteResult } from './run-suite.ts';
import { startedPrograms } from './started-programs.ts';
import type { Phase, Summary } from './summary.ts';

export interface RealOptions {
  readonly part: RealPart;
  /** Where real servers are kept between runs. */
  readonly home: string;
  readonly logDir: string;
  readonly firstPort: number;
  readonly done: Progress;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Whole orders, by the part that they are. */
const ORDERS = [
  { part: 'order', name: 'one order', files: ['test/real/order/real-order.real.test.ts'] },
  { part: 'managed', name: 'one managed order', files: ['test/real/managed/real-managed.real.test.ts'] },
] as const;

/** A cloud that is nobody else's is looked at as a whole, before and after. */
type Cloud = { access: CloudAccess; started: Summary['started']; isOurs: boolean };
type Timed = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs every contract suite for which there is a real server, then whole orders on the real OpenStack, and stops
 * what it started. A failed test is in the summary.
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
  const cloud = givenCloud() ?? (await timed('OpenStack started', () => startedCloud(options, undo)));
  const lookAround = async () =>
    cloud.isOurs ? inventoryOf(await logInAsAdmin(cloud.access), CLOUD_KINDS) : undefined;
  const before = await lookAround();
  const { suites, notGiven } = givenServers(process.env);
  const env = { PADDOCK_REAL_OPENSTACK: JSON.stringify(cloud.access) };
  const contract = { name: 'contract of OpenStack', files: ['test/contracts/openstack.contract.test.ts'], env };
  const results: SuiteResult[] = [];
  const run = async (suite: Suite) => void results.push(await timed(suite.name, () => runSuite(suite, options)));
  const asks = (part: RealPart) => options.part === 'all' || options.part === part;
  if (asks('suites')) for (const suite of [contract, ...suites]) await run(suite);
  const orders = ORDERS.filter(({ part }) => asks(part));
  if (orders.length > 0) {
    const endpointsFile = await timed('Paddock deployed', () => deployPaddock(options, undo));
    const orderEnv = { ...env, PADDOCK_REAL_ENDPOINTS: endpointsFile };
    for (const { name, files } of orders) await run({ name, files, env: orderEnv });
  }
  const after = await lookAround();
  const left = before && after && differences(before, after);
  return { started: cloud.started, suites: results, left, notGiven };
}

function givenCloud(): Cloud | undefined {
  const given = process.env.PADDOCK_REAL_OPENSTACK;
  if (!given) return undefined;
  const access = cloudAccess.parse(JSON.parse(given));
  return { access, started: [['OpenStack', 'as given', access.auth_url]], isOurs: false };
}

async function startedCloud(options: RealOptions, undo: UndoStack): Promise<Cloud> {
  const home = join(options.home, 'openstack');
  const openstack = await startOpenStack({ ...options, home, logDir: join(home, 'log') });
  undo.push(openstack.stop);
  return { access: openstack.access, started: await startedPrograms(openstack), isOurs: true };
}

/** Answers the file with its addresses and tokens. */
async function deployPaddock(options: RealOptions, undo: UndoStack): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-endpoints-'));
  ownFolder(folder);
  undo.push(() => removeFolder(folder));
  const { endpoints, stop } = await startLocalCloud({
    home: localHome(),
    logDir: join(options.logDir, 'paddock'),
    stage: 'real',
    waitScale: 0.2,
    log: options.print,
    signal: options.signal,
  });
  undo.push(stop);
  return writeEndpoints(folder, endpoints).file;
}
