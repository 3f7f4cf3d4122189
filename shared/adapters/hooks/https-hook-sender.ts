import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { z } from 'zod';
import { type HookRules, parseDestination } from '#shared/domain/hooks/destination';
import { AppError, BackendRejected, BackendUnavailable } from '../../errors.ts';
import type { HookCall, HookSender } from '../../ports/hooks.ts';
import type { Clock } from '../../ports/runtime.ts';
import { backendCalls } from '../backend-calls.ts';
import { permittedLookup, type Resolve } from './permitted-lookup.ts';
import { signDelivery } from './sign-delivery.ts';

type Options = {
  rules: HookRules;
  timeoutMs: number;
  clock: Clock;
  /** For names of a test. */
  resolve?: Resolve;
};

/** Resolves with the head of the answer. Its body is not read, so that no receiver can keep us busy. */
function post(url: URL, call: HookCall, { rules, resolve, timeoutMs, clock }: Options): Promise<number> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        // A connection of its own: a kept one was checked for another name, maybe under other rules.
        agent: false,
        lookup: permittedLookup(rules.hookNetworks, resolve),
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': call.contentType,
          'content-length': Buffer.byteLength(call.body),
          'user-agent': 'Paddock-Hooks',
          'x-paddock-event': call.eventType,
          'x-paddock-delivery': call.deliveryId,
          ...signDelivery(call, clock.now()),
        },
      },
      (answer: IncomingMessage) => {
        done(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.once('error', reject);
    sent.end(call.body);
  });
}

const coded = z.object({ code: z.string() });

function failure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = coded.safeParse(error).data?.code ?? 'connection lost';
  return new BackendUnavailable(`The receiver of the hook cannot be reached (${code}).`, { op: 'deliver' }, error);
}

/** Node's own client: it follows no redirect, and lets us check resolved addresses. */
export const httpsHookSender = (options: Options): HookSender => ({
  deliver: (call) =>
    backendCalls.tracePromise(
      async () => {
        const target = parseDestination(call.url, options.rules);
        const status = await post(target, call, options).catch((error: unknown) => {
          throw failure(error);
        });
        if (status >= 200 && status < 300) return;
        const Failure = status >= 500 || status === 429 ? BackendUnavailable : BackendRejected;
        throw new Failure(`The receiver of the hook answered ${status}.`, { op: 'deliver', status });
      },
      { backend: 'Hook', op: 'deliver' },
    ),
});
