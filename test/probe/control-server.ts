import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { z } from 'zod';
import { type EndedInvocation, endedInvocation, invocation } from './invocation.ts';
import { type Plan, type Planned, plans } from './plans.ts';
import type { Verdict } from './verdict.ts';

export type ControlServer = {
  /** For `wrapFunctions`. */
  url: string;
  /** Every invocation that has ended or died so far, by when it ended; those of some 10 ms ago may still be under way. */
  ended: readonly EndedInvocation[];
  /** Takes hold of one invocation that is still to come. Only functions that ask can be taken hold of. */
  plan(plan: Plan): Planned;
  /** Lets everybody go who is held, and forgets all plans. */
  stop(): Promise<void>;
};

/**
 * What functions with a probe in them talk to: a server of the test's own process, on a free port of the loopback.
 * @param announceIn URL of the file in which functions look for the address; without it there they just go on
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
