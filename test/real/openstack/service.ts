import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#infra/local/operator-error';
import { signalGroup } from '#infra/local/process-groups';
import { type RunningProcess, startProcess } from '#infra/local/processes';
import { until } from '#infra/local/until';
import type { Installation } from './installation.ts';

/** The time that a service gets to end. A database can write its last pages in this time, even on a busy machine. */
const STOP_GRACE_MS = 20_000;
const START_TIMEOUT_MS = 300_000;

/** Services that are stopped together. A program is added as soon as it is started, even if it never answers. */
export interface ServiceGroup {
  readonly installation: Installation;
  readonly signal: AbortSignal;
  readonly services: RunningProcess[];
}

export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

/**
 * The environment of all programs of the installation. It inherits nothing, since OS_* and PYTHON* variables change
 * what the programs do.
 */
export const programEnvironment = ({ home, bin }: Installation): Record<string, string> => ({
  PATH: `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
  HOME: home,
  LANG: 'C.UTF-8',
});

/** Starts a program. The kernel ends the program when this process ends, for whatever reason. */
export async function startService(
  { installation, services }: ServiceGroup,
  { name, command, args, env }: Program,
): Promise<RunningProcess> {
  const service = await startProcess({
    name,
    command: 'setpriv',
    args: ['--pdeathsig', 'TERM', '--', command, ...args],
    env: { ...programEnvironment(installation), ...env },
    logFile: join(installation.logDir, `${name}.log`),
  });
  services.push(service);
  return service;
}

/**
 * Asks the services to end, and waits longer than for other programs. A killed database has to repair its files at its
 * next start.
 */
export async function stopServices({ services }: ServiceGroup): Promise<void> {
  const stop = async (service: RunningProcess) => {
    signalGroup(service.pid, 'SIGTERM');
    await Promise.race([service.exited, sleep(STOP_GRACE_MS, undefined, { ref: false })]);
    await service.stop();
  };
  await Promise.all(services.map(stop));
}

/**
 * Waits until `look` returns true.
 * @throws OperatorError when the service ends or takes too long
 */
export async function untilUp(
  service: RunningProcess,
  signal: AbortSignal,
  look: () => Promise<boolean>,
): Promise<void> {
  let exit: number | string | undefined;
  void service.exited.then((code) => {
    exit = code;
  });
  const tooLate = `${service.name} did not answer within ${START_TIMEOUT_MS / 1000} s: see ${service.logFile}`;
  await until({ tooLate, timeoutMs: START_TIMEOUT_MS, intervalMs: 250, signal }, async () => {
    if (await look()) return true;
    if (exit !== undefined)
      throw new OperatorError(`${service.name} stopped while it was starting (${exit}): see ${service.logFile}`);
    return undefined;
  });
}

export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  return response !== undefined && response.status < 500;
}
