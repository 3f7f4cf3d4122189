import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { z } from 'zod';
import { type EndedInvocation, endedInvocation, invocation } from './invocation.ts';
import { type Plan, type Planned, plans } from './plans.ts';
import type { Verdict } from './verdict.ts';

export type ControlServer = {
  /** The argument for `wrapFunctions`. */
  url: string;
  /**
   * All invocations that have ended or died so far, in order of their end. Rows of the last 10 ms may still be missing.
   */
  ended: readonly EndedInvocation[];
  /** Plans a death or a hold for one future invocation. Only functions with the option `asks` can be controlled. */
  plan(plan: Plan): Planned;
  /** Releases all held invocations and removes all plans. Closes the server. */
  stop(): Promise<void>;
};

/**
 * A server in the test's process, on a free loopback port. Functions with a probe (`wrapFunctions`) connect to this
 * server.
 * @param announceIn URL of the file to which the server writes its address; without this file, functions run as without
 * a probe
 */
export async function startControlServer(announceIn?: string): Promise<ControlServer> {
  const ended: EndedInvocation[] = [];
  const { plan, begin, held, end, releaseAll } = plans();
  const answers: Record<string, (body: unknown) => Promise<Verdict>> = {
    '/begin': (body) => begin(invocation.parse(body)),
    '/held': (body) => held(endedInvocation.parse(body)),
    '/ended': async (body) => {
      const rows = z.array(endedInvocation).parse(body);
      ended.push(...rows);
      for (const row of rows) end(row);
      return {};
    },
  };
  const server = createServer(async (request, response) => {
    const verdict = await answers[request.url ?? '']?.(JSON.parse(await bodyOf(request)));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(verdict ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${portOf(server)}`;
  if (announceIn) await writeFile(new URL(announceIn), url);
  const stop = async () => {
    if (announceIn) await rm(new URL(announceIn), { force: true });
    releaseAll();
    await closed(server);
  };
  return { url, ended, plan, stop };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

const portOf = (server: Server) => z.object({ port: z.number() }).parse(server.address()).port;

async function closed(server: Server): Promise<void> {
  const closing = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closing;
}
