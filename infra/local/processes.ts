import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { OperatorError } from './operator-error.ts';
import { endGroup, ownGroup, signalGroup } from './process-groups.ts';

/** How long a child may take to end by itself. After this its whole process group is killed. */
const STOP_GRACE_MS = 3_000;
const KEPT_OUTPUT_CHARS = 8_000;

export interface ProcessOptions {
  /** The name of the process in messages, such as `the emulator`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly logFile: string;
}

export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with the exit code, or with the name of the signal that ended the process. Never rejects. */
  readonly exited: Promise<number | string>;
  /** Resolves once the process has ended and its log is complete, including the output of its child processes. */
  readonly recorded: Promise<void>;
  /** The last part of standard output and standard error. */
  output(): string;
  /** Asks the process group to end, waits, and kills the processes that still run. Safe to repeat. */
  stop(): Promise<void>;
  /** Calls the listener with each further line of standard output. */
  onLine(listener: (line: string) => void): void;
}

/**
 * Starts a child as leader of its own process group. So Ctrl-C reaches only the parent, and stopping the child also
 * stops the child's own children. The child's standard input is a pipe without data. The pipe closes when the parent
 * ends, even after a crash. The child ends when the pipe closes.
 * @throws OperatorError when the program cannot be started
 */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { name, command, args, logFile } = options;
  const child = spawn(command, [...args], {
    env: options.env ?? process.env,
    ...(options.cwd && { cwd: options.cwd }),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = exitOf(child);
  await once(child, 'spawn').catch((error: unknown) => {
    throw new OperatorError(`Cannot start ${name} (${command}): ${String(error)}.`);
  });
  const pid = child.pid ?? 0;
  ownGroup(pid);
  const { output, recorded } = record(child, logFile);
  const stop = () => stopGroup(child, pid, exited);
  void exited.then(() => endGroup(pid));
  return { name, pid, logFile, exited, recorded, output, stop, onLine: (listener) => lines(child, listener) };
}

function exitOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    child.once('error', () => resolve('not started'));
  });
}

/** Copies standard output and standard error into the log file, and keeps their last part for messages. */
function record(child: ChildProcess, logFile: string): Pick<RunningProcess, 'output' | 'recorded'> {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile, { mode: 0o600 });
  let kept = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log.write(chunk);
      kept = (kept + chunk.toString()).slice(-KEPT_OUTPUT_CHARS);
    });
  }
  child.once('close', () => log.end());
  return { output: () => kept, recorded: finished(log) };
}

function lines(child: ChildProcess, listener: (line: string) => void): void {
  if (child.stdout) createInterface({ input: child.stdout }).on('line', listener);
}

async function stopGroup(child: ChildProcess, group: number, exited: Promise<number | string>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    signalGroup(group, 'SIGTERM');
    const timer = setTimeout(() => endGroup(group), STOP_GRACE_MS);
    await exited;
    clearTimeout(timer);
  }
  endGroup(group);
}

/** Finds a free port of 127.0.0.1. Another program may take the port before the caller does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
