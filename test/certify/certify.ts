import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { writeEndpoints } from '#infra/local/endpoints';
import { type Progress, startLocalCloud } from '#infra/local/local-cloud';
import { localHome } from '#infra/local/local-settings';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { type UndoStack, undoStack } from '#infra/local/undo-stack';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { secretName } from '#shared/domain/_core/secret-name';
import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { someRancherSettings } from '#test/builders/builders';
import { storedSecrets } from '#test/contracts/stored-secrets';
import { differences, type Inventory } from '../real/cloud-inventory.ts';
import { runSuite, type Suite, type SuiteResult } from '../real/run-suite.ts';
import { LOOK_AROUND } from './look-around.ts';
import { machineCloudOf } from './machine-cloud.ts';
import { sharedClusterOf } from './shared-cluster.ts';
import { KINDS, type Target } from './targets.ts';

export type CertifyRun = {
  readonly targets: readonly Target[];
  readonly logDir: string;
  readonly done: Progress;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
};
export type Certificate = {
  readonly rights: readonly CredentialCheck[];
  readonly suites: readonly SuiteResult[];
  /** The differences from the state before the run, by backend. */
  readonly left: readonly string[];
  readonly leftOut: readonly string[];
};

/** Rancher removes the remnants of a deleted cluster within half a minute, so this limit is ample. */
const REMOVAL_MS = 60_000;
const LOOK_EVERY_MS = 2_000;

/** Runs the suite of every target. Also runs orders if machines are available. Then looks for remaining objects. */
export async function certify(run: CertifyRun): Promise<Certificate> {
  const undo = undoStack();
  try {
    const before = await lookAround(run.targets);
    run.done('looked at what is there');
    const rights = await rightsOf(run.targets);
    const suites: SuiteResult[] = [];
    for (const { backend, access } of run.targets) {
      const { title, variable, suite } = KINDS[backend];
      const env = { [variable]: JSON.stringify(access) };
      suites.push(await runSuite({ name: `contract of ${title}`, files: [suite], env }, run));
      run.done(`the contract of ${title} is through`);
    }
    const orders = await ordersOf(run, undo);
    const left = await remains(before, run);
    return { rights, suites: [...suites, ...orders.suites], left, leftOut: orders.leftOut };
  } finally {
    await undo.undo();
  }
}

type Inventories = ReadonlyMap<Target['backend'], Inventory>;
async function lookAround(targets: readonly Target[]): Promise<Inventories> {
  const found = targets.map(async ({ backend, access }) => [backend, await LOOK_AROUND[backend](access)] as const);
  return new Map(await Promise.all(found));
}

/**
 * The objects that have appeared or vanished since the start. Waits first until the backends have removed the run's
 * objects.
 */
async function remains(before: Inventories, { targets, signal, done }: CertifyRun): Promise<string[]> {
  const deadline = Date.now() + REMOVAL_MS;
  for (;;) {
    const after = await lookAround(targets);
    const left = targets.flatMap(({ backend }) =>
      differences(before.get(backend) ?? {}, after.get(backend) ?? {}).map((line) => `${KINDS[backend].title} ${line}`),
    );
    if (left.length === 0 || Date.now() > deadline) return left;
    done(`waiting until ${left.length} objects are gone`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    signal.throwIfAborted();
  }
}

const rancherKey = z.object({ url: z.string(), access_key: z.string(), secret_key: z.string() });
const OFFERED = 'v1.31.7+rke2r1';

/**
 * The result of the product's own check of the access key. The check of the Kubernetes release is left out, because the
 * release is only an example.
 */
async function rightsOf(targets: readonly Target[]): Promise<CredentialCheck[]> {
  const given = targets.find(({ backend }) => backend === 'rancher');
  if (!given) return [];
  const { url, access_key: username, secret_key: password } = rancherKey.parse(given.access);
  const settings = someRancherSettings();
  settings.options.backendUrl = url;
  const secrets = storedSecrets({ [secretName('test', 'rancher', settings.uuid)]: { username, password } });
  const rancher = await rancherSessions({ secrets, stage: 'test', clock: systemClock }).open(settings);
  return (await rancher.check([OFFERED])).filter(({ option }) => option !== 'k8s_version');
}

type Order = Pick<Suite, 'name' | 'files'> & { env?: Record<string, string> };
type Orders = { suites: Order[]; leftOut: string[] };

/** The orders that the targets allow, and the reasons why other orders are left out. */
async function possibleOrders(targets: readonly Target[]): Promise<Orders> {
  const rancher = targets.find(({ backend }) => backend === 'rancher');
  if (!rancher) return { suites: [], leftOut: ['a whole order: no Rancher was named'] };
  const isPlayed = 'played' in rancher.access;
  const machines = await machineCloudOf(targets, process.env);
  const projects = sharedClusterOf(targets, process.env);
  const suites: Order[] = [];
  const leftOut: string[] = [];
  if (isPlayed) suites.push({ name: 'a whole order', files: ['test/certify/whole-order.certify.test.ts'] });
  else leftOut.push('a whole order: machines cannot be played beside a real Rancher, which waits for real ones');
  if ('why' in machines) leftOut.push(`a cluster with pools: ${machines.why}`);
  else {
    const env = { PADDOCK_CERTIFY_CLOUD: JSON.stringify(machines.cloud) };
    suites.push({ name: 'a cluster with pools', files: ['test/certify/pools.certify.test.ts'], env });
  }
  if ('why' in projects) leftOut.push(`a project in a shared cluster: ${projects.why}`);
  else {
    const env = { PADDOCK_CERTIFY_PROJECTS: JSON.stringify(projects.shared) };
    suites.push({ name: 'a project in a shared cluster', files: ['test/certify/projects.certify.test.ts'], env });
  }
  return { suites, leftOut };
}

/** Runs the orders on a Paddock that is deployed for this purpose. */
async function ordersOf(run: CertifyRun, undo: UndoStack): Promise<{ suites: SuiteResult[]; leftOut: string[] }> {
  const { suites: orders, leftOut } = await possibleOrders(run.targets);
  if (orders.length === 0) return { suites: [], leftOut };
  const endpoints = await deployPaddock(run, undo);
  run.done('Paddock is deployed');
  const rancher = run.targets.find(({ backend }) => backend === 'rancher')?.access;
  const env = { PADDOCK_REAL_RANCHER: JSON.stringify(rancher), PADDOCK_REAL_ENDPOINTS: endpoints };
  const suites: SuiteResult[] = [];
  for (const order of orders) suites.push(await runSuite({ ...order, env: { ...env, ...order.env } }, run));
  return { suites, leftOut };
}

async function deployPaddock({ logDir, print, signal }: CertifyRun, undo: UndoStack): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-certify-'));
  ownFolder(folder);
  undo.push(() => removeFolder(folder));
  const options = { home: localHome(), logDir: join(logDir, 'paddock'), stage: 'certify', waitScale: 0.2 };
  const { endpoints, stop } = await startLocalCloud({ ...options, appContext: {}, log: print, signal });
  undo.push(stop);
  return writeEndpoints(folder, endpoints).file;
}
