import { mkdtempSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '../console/build-console.ts';
import { bundleFunctions, deployStacks, synthesize } from '../ops/cdk.ts';
import { requestStaff } from '../ops/staff-token.ts';
import { standInForBootstrap } from './bootstrap.ts';
import { LOCAL_ACCOUNT, LOCAL_CREDENTIALS, LOCAL_REGION, localAwsEnvironment } from './emulator/aws-environment.ts';
import { type Emulator, startEmulator } from './emulator/emulator.ts';
import { type Gateway, startGateway } from './emulator/gateway.ts';
import { enableTimeToLive } from './emulator/time-to-live.ts';
import type { Endpoints } from './endpoints.ts';
import { builtFunctions } from './local-settings.ts';
import { OperatorError } from './operator-error.ts';
import { ownFolder, removeFolder } from './process-groups.ts';
import { loadSampleData } from './sample-data.ts';
import { type SimulatorDelays, type Simulators, startSimulators } from './simulators.ts';
import { type UndoStack, undoStack } from './undo-stack.ts';

/**
 * Maximum number of concurrent invocations of each Lambda function that runs steps. In the emulator, each invocation is
 * a process of 80 to 120 MB.
 */
const STEP_CONCURRENCY = 3;

export interface LocalCloudOptions {
  /** Folder of the emulator's virtual environment: `.local`, or PADDOCK_HOME. */
  readonly home: string;
  readonly logDir: string;
  /** Port of the API on 127.0.0.1. Default: 0, which means a free port. */
  readonly apiPort?: number;
  readonly stage?: string;
  /** Whether the console is built and served at `/console/` of the API's address. */
  readonly withConsole?: boolean;
  readonly delays?: SimulatorDelays;
  /**
   * Multiplies the waits of state machines (Wait states, retry delays, callback timeouts) and the intervals of
   * schedules.
   */
  readonly waitScale?: number;
  /** The shortest interval of a schedule, in seconds, however small `waitScale` is. Default: 3. */
  readonly scheduleSeconds?: number;
  /** Further settings of `infra/config.ts`, by name. */
  readonly appContext?: Record<string, string>;
  /**
   * A function that is called before the deployment, with the folder of this cloud's bundles (`<function>/index.mjs`).
   * A test may change the bundles.
   */
  readonly wrapFunctions?: (functionsDir: string) => Promise<void>;
  readonly log?: (line: string) => void;
  /** Aborts the start. The promise rejects after all parts that have started are stopped. */
  readonly signal?: AbortSignal;
}

export interface LocalCloud {
  readonly endpoints: Endpoints;
  /** Stops everything and leaves no process, port or folder behind. Safe to repeat. */
  stop(): Promise<void>;
}

/**
 * Starts the whole product on this machine: emulator, simulators, deployed stacks, gateway and sample data.
 * @throws OperatorError for problems that the operator can fix
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const undo = undoStack();
  try {
    const endpoints = await start(options, undo);
    return { endpoints, stop: undo.undo };
  } catch (error) {
    await undo.undo();
    throw error;
  }
}

async function start(options: LocalCloudOptions, undo: UndoStack): Promise<Endpoints> {
  const done = progressSince(Date.now(), options.log ?? (() => {}));
  const stage = options.stage ?? 'local';
  const runDir = mkdtempSync(join(tmpdir(), 'paddock-'));
  ownFolder(runDir);
  undo.push(() => removeFolder(runDir));
  const gateway = await startGateway(options.apiPort ?? 0);
  undo.push(gateway.close);

  const { emulator, simulators } = await preparedCloud({ ...options, stage }, runDir, gateway, undo, done);
  const env = localAwsEnvironment(emulator.url);
  const { ApiId } = await deployStacks({ ...options, env, assembly: join(runDir, 'assembly') });
  if (!ApiId) throw new OperatorError('The deployed stacks have no output ApiId: define this output in infra/app.ts.');
  await enableTimeToLive(emulator.url, join(runDir, 'assembly'));
  gateway.forwardTo({ emulatorUrl: emulator.url, apiId: ApiId });
  done(`stage ${stage} is deployed`);

  const lambda = { endpoint: emulator.url, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  const { token } = await requestStaff({ stage, username: 'staff', email: 'staff@example.org' }, lambda);
  const sample = await loadSampleData(gateway.url, token, {
    clouds: simulators,
    isSignInThere: options.appContext?.oidcIssuer === undefined,
  });
  done('the sample data is loaded');
  return { ...addresses(gateway, emulator, simulators), ...sample };
}

interface Prepared {
  readonly emulator: Emulator;
  readonly simulators: Simulators;
}

/**
 * Starts the emulator and the simulators. Meanwhile, builds the bundles and stacks, and the console if the options ask
 * for it.
 */
async function preparedCloud(
  options: LocalCloudOptions & { stage: string },
  runDir: string,
  gateway: Gateway,
  undo: UndoStack,
  done: Progress,
): Promise<Prepared> {
  const failed = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const emulatorUp = async () => {
    const emulator = await startEmulator({ ...options, runDir, signal });
    undo.push(emulator.stop);
    await standInForBootstrap(emulator.url);
    done('the emulator is up');
    return emulator;
  };
  const simulatorsUp = async () => {
    const simulators = await startSimulators(options);
    undo.push(simulators.stop);
    done('the simulators are up');
    return simulators;
  };
  const simulating = simulatorsUp();
  const consoleUp = async () => {
    if (!options.withConsole) return;
    gateway.serveConsole(await buildConsole(options.logDir, signal));
    done('the console is built');
  };
  const assembling = assemble({ ...options, signal }, runDir, gateway, simulating, done);
  const all = [emulatorUp(), simulating, assembling, consoleUp()] as const;
  for (const part of all) part.catch(() => failed.abort());
  await Promise.allSettled(all); // Waits for all parts even if one part has failed, because a part that is still starting cannot be stopped.
  const [emulator, simulators] = await Promise.all(all);
  options.signal?.throwIfAborted();
  return { emulator, simulators };
}

/**
 * Builds the app's bundles and stacks. The stacks are built only after the gateway, Keycloak and the mail server are
 * listening, because the app's settings contain their addresses.
 */
async function assemble(
  options: LocalCloudOptions & { stage: string },
  runDir: string,
  gateway: Gateway,
  simulating: Promise<Simulators>,
  done: Progress,
): Promise<void> {
  const env = localAwsEnvironment();
  const assembly = join(runDir, 'assembly');
  // Each cloud has its own folder, so that two clouds can start at the same time.
  const functionsDir = join(runDir, 'functions');
  const built = builtFunctions();
  if (built) await cp(built, functionsDir, { recursive: true });
  else await bundleFunctions({ ...options, env, functionsDir });
  await options.wrapFunctions?.(functionsDir);
  const { keycloak, mail } = await simulating;
  const context = {
    functionsDir,
    stage: options.stage,
    publicUrl: gateway.url,
    ...(options.withConsole && { consoleUrl: `${gateway.url}/console` }),
    oidcIssuer: `${keycloak.url}/realms/paddock`,
    oidcAudience: 'paddock',
    mailFrom: 'paddock@example.org',
    smtpUrl: mail.smtp,
    // Receivers of hooks run on this machine, so hooks may send to it.
    hookNetworks: '127.0.0.0/8',
    hooksOverHttp: 'true',
    stepConcurrency: String(STEP_CONCURRENCY),
    ...options.appContext,
  };
  await synthesize({ ...options, env, assembly, context, account: LOCAL_ACCOUNT, region: LOCAL_REGION });
  done('the functions are bundled and the stacks synthesized');
}

function addresses(gateway: Gateway, emulator: Emulator, simulators: Simulators) {
  const { username, password } = simulators.keycloak.admin;
  return {
    api: gateway.url,
    aws: emulator.url,
    rancher: simulators.rancher.url,
    openstack: { demo: simulators.openstack.url },
    vault: simulators.vault.url,
    keycloak: simulators.keycloak.url,
    keycloak_admin: { username, password },
    argocd: simulators.argocd.url,
    mail: simulators.mail.url,
    vm_runner: simulators.vmRunner.url,
  };
}

/**
 * Prints a message about finished work, with the seconds since the start. `atMs` is the time at which the work ended.
 * Default: now.
 */
export type Progress = (message: string, atMs?: number) => void;

export function progressSince(startedAtMs: number, print: (line: string) => void): Progress {
  return (message, atMs = Date.now()) =>
    print(`${(Math.max(0, atMs - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${message}`);
}
