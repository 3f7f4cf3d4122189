import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { until } from '#infra/local/until';

/** The requests that a simulator has received so far, as `GET /_sim/requests` lists them. */
export const requestRows = z.array(z.object({ method: z.string(), path: z.string(), count: z.number() }));

const pendingWork = z.object({ count: z.number() });
const announced = z.object({ url: z.string(), https_url: z.string().default('') });

export type Fault = {
  method?: string;
  /** Regular expression that is matched against path and query. */
  path: string;
  /** The name that the client sends. Paddock sends none. */
  client?: string;
  nth?: number;
  kind: 'refuse' | 'lose' | 'status' | 'hang' | 'garbage' | 'slow';
  delayMs?: number;
  status?: number;
  retryAfter?: number;
  body?: unknown;
};

export type Simulator = {
  url: string;
  /**
   * The https address, with a certificate from the simulator's own authority. Empty if the simulator does not serve
   * https.
   */
  httpsUrl: string;
  /** The line that the simulator printed: its address and credentials. */
  printed: unknown;
  plan(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  setDelays(delays: Record<string, number>): Promise<void>;
  /**
   * If `ignored` is true, the simulator answers Paddock's list requests with every object, whatever the request filters
   * by. If it is false, filters work again.
   */
  ignoreSelectors(ignored: boolean): Promise<void>;
  /**
   * The number of requests with this method and with a path that ends with `pathEnd`. Counts since the start or the
   * last `reset`.
   */
  countOf(method: string, pathEnd: string): Promise<number>;
  reset(): Promise<void>;
  /**
   * Waits until the simulator's background work is done, such as Rancher's cleanup after the deletion of a cluster.
   * Call it before a test compares states.
   */
  settled(): Promise<void>;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

/** Runs a simulator as a separate process, on a free port of the loopback interface. */
export async function startSimulator(name: string, ...flags: string[]): Promise<Simulator> {
  const program = ['test/simulators/main.ts', name, '--port', '0', '--exit-with-parent', ...flags];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`${name} stopped while it was starting (${code})`)),
  );
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const printed: unknown = JSON.parse(z.string().parse(line));
  const { url, https_url: httpsUrl } = announced.parse(printed);
  const control = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(`${url}/_sim/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`${method} /_sim/${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    url,
    httpsUrl,
    printed,
    plan: async (fault) => void (await control('POST', 'faults', fault)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    setDelays: async (delays) => void (await control('PUT', 'delays', delays)),
    ignoreSelectors: async (ignored) => void (await control('PUT', 'selectors', { ignored, client: '' })),
    async countOf(method, pathEnd) {
      const rows = requestRows.parse(await (await control('GET', 'requests')).json());
      const asked = rows.filter((row) => row.method === method && row.path.endsWith(pathEnd));
      return asked.reduce((sum, row) => sum + row.count, 0);
    },
    reset: async () => void (await control('POST', 'reset')),
    async settled() {
      await until({ tooLate: `${name} is still at work after 20 s.`, timeoutMs: 20_000, intervalMs: 10 }, async () => {
        const { count } = pendingWork.parse(await (await control('GET', 'pending')).json());
        return count === 0 || undefined;
      });
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
