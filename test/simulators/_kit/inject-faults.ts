import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, FaultPlan } from './faults.ts';

/** Makes the planned faults happen; must be called before the routes are added, since hooks bind to later routes only. */
export function injectFaults(app: FastifyInstance, faults: FaultPlan): void {
  const losing = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/_sim/')) return;
    const fault = faults.strike(request.method, request.url, request.headers['user-agent'] ?? '');
    if (!fault) return;
    if (fault.kind === 'lose') losing.add(request);
    else await strike(fault, request, reply);
  });

  app.addHook('onSend', async (request, _reply, payload) => {
    if (losing.has(request)) request.raw.socket.destroy();
    return payload;
  });
}

async function strike(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  switch (fault.kind) {
    case 'refuse':
      reply.hijack();
      request.raw.socket.destroy();
      return;
    case 'hang':
      // The socket stays open and silent until the client gives up or the server closes.
      reply.hijack();
      return;
    case 'slow':
      await sleep(fault.delayMs ?? 100);
      return;
    case 'garbage':
      await reply.type('application/json').send(textOf(fault.body ?? '{"garbage": [1, 2'));
      return;
    default:
      if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter);
      reply.code(fault.status ?? 503).type(typeof fault.body === 'string' ? 'text/plain' : 'application/json');
      await reply.send(textOf(fault.body ?? { message: 'simulated fault' }));
  }
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
