import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { until } from '#infra/local/until';

/** What a simulator has been asked so far, as `GET /_sim/requests` lists it. */
export const requestRows = z.array(z.object({ method: z.string(), path: z.string(), count: z.number() }));

const pendingWork = z.object({ count: z.number() });
const announced = z.object({ url: z.string(), https_url: z.string().default('') });

export type Fault = {
  method?: string;
  /** Regular expression over path and query. */
  path: string;
  /** What the client calls itself; Paddock does not say. */
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
  /** The same over https, with a certificate of its own authority; empty where it has none. */
  httpsUrl: string;
  /** The line it printed: its address and credentials. */
  printed: unknown;
  plan(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  setDelays(delays: Record<string, number>): Promise<void>;
  /** From now on lists come whole to Paddock, whatever they are asked for; or as asked again. */
  ignoreSelectors(ignored: boolean): Promise<void>;
  /** How many requests with this method and a path ending so it has counted since it started. */
  countOf(method: string, pathEnd: string): Promise<number>;
  /** As it was when it started: objects, delays, faults and counts. */
  reset(): Promise<void>;
  /**
   * Waits until it has done all that it does by itself, such as what a Rancher removes after a deleted cluster. A state that is compared
   * with another one is read after that.
   */
  settled(): Promise<void>;
  /** Asks it to end, or kills it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

/** Runs a simulator as the separate program it is, on a free port of the loopback. */
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
