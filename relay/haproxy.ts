import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Settings } from './settings.ts';

const run = promisify(execFile);
const CHECK_MS = 10_000;
const STATS_MS = 2000;

export const filesOf = ({ folder }: Pick<Settings, 'folder'>) => ({
  config: join(folder, 'haproxy.cfg'),
  next: join(folder, 'haproxy.cfg.next'),
  statsSocket: join(folder, 'haproxy.sock'),
});

const written = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** The HAProxy process of this relay. HAProxy runs as long as the relay. */
export type Haproxy = {
  /**
   * Makes HAProxy use a configuration. Open connections stay open. Does nothing if HAProxy already uses this
   * configuration.
   * @throws Error with HAProxy's message if HAProxy refuses the configuration. HAProxy then keeps the previous
   * configuration.
   */
  use(config: string): Promise<'same' | 'started' | 'reloaded'>;
  /** The answer to `show stat`. Empty before HAProxy has started. */
  statistics(): Promise<string>;
  stop(): Promise<void>;
  /** Resolves when HAProxy ends without a call of `stop`. */
  ended: Promise<void>;
};

/**
 * Checks a new configuration before it replaces the current configuration. Throws if HAProxy refuses the new
 * configuration.
 */
async function check({ haproxy }: Settings, path: string): Promise<void> {
  try {
    await run(haproxy, ['-c', '-q', '-f', path], { timeout: CHECK_MS });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`HAProxy refuses the configuration: ${said}`, { cause: error });
  }
}

async function askStatistics(path: string): Promise<string> {
  const socket = createConnection(path);
  socket.setTimeout(STATS_MS, () => socket.destroy(new Error('HAProxy did not answer.')));
  socket.end('show stat\n');
  return text(socket);
}

export function startableHaproxy(settings: Settings): Haproxy {
  const files = filesOf(settings);
  let running: ChildProcess | undefined;
  let isStopped = false;
  const end = Promise.withResolvers<void>();

  /** `-W` starts HAProxy with a master process, which loads the configuration again at SIGUSR2. */
  function start(): void {
    running = spawn(settings.haproxy, ['-W', '-f', files.config], { stdio: ['ignore', 'inherit', 'inherit'] });
    const onEnd = () => {
      if (!isStopped) end.resolve();
    };
    running.once('exit', onEnd).once('error', onEnd);
  }

  return {
    ended: end.promise,
    async use(config) {
      if (running && written(files.config) === config) return 'same';
      writeFileSync(files.next, config, { mode: 0o600 });
      await check(settings, files.next);
      renameSync(files.next, files.config);
      if (!running) {
        start();
        return 'started';
      }
      running.kill('SIGUSR2');
      return 'reloaded';
    },
    statistics: async () => (running ? askStatistics(files.statsSocket) : ''),
    async stop() {
      isStopped = true;
      if (!running || running.exitCode !== null) return;
      running.kill('SIGTERM');
      await once(running, 'exit');
    },
  };
}
