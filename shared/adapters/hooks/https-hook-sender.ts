import { createHmac } from 'node:crypto';
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { type HookRules, isPermittedAddress, notPermitted, parseDestination } from '#shared/domain/hooks/destination';
import { STANDARD_SECRET } from '#shared/domain/hooks/hook';
import { AppError, BackendRejected, BackendUnavailable } from '../../errors.ts';
import type { HookCall, HookSender } from '../../ports/hooks.ts';
import type { Clock } from '../../ports/runtime.ts';
import { backendCalls } from '../backend-calls.ts';

type Options = {
  rules: HookRules;
  timeoutMs: number;
  clock: Clock;
  /** Replaces the system's resolver of host names. Only tests set this option. */
  resolve?: Resolve;
};

/**
 * Sends the call and resolves with the status of the answer. The answer's body is not read, so that no receiver can
 * keep the function busy.
 */
function post(url: URL, call: HookCall, { rules, resolve, timeoutMs, clock }: Options): Promise<number> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        // Each call opens its own connection, because an open connection of an earlier call may have been checked for
        // another host name or under other rules.
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

/**
 * Sends events with Node's own HTTP client. This client follows no redirects, and lets Paddock check the addresses of a
 * host.
 */
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

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
/** Finds all addresses of a host name, like `dns.lookup`. */
export type Resolve = (hostname: string, options: LookupAllOptions, answer: Answer) => void;

/**
 * Resolves the host name of a connection. The connection is refused if at least one of the host's addresses is
 * forbidden for hooks. The connection is opened to the checked addresses, so a later change in DNS cannot bypass the
 * check.
 */
const permittedLookup =
  (networks: readonly string[], resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => !isPermittedAddress(address, networks))) {
        return callback(notPermitted(), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

type Signed = { secret: string; deliveryId: string; body: string };

/**
 * The header `X-Paddock-Signature`: `t=<seconds since the epoch>,v1=<HMAC-SHA256 of "<t>.<delivery id>.<body>", in
 * hex>`. With the signed time, a receiver can refuse old deliveries. With the signed id, a receiver can recognize a
 * delivery that is repeated.
 */
function ownSignature({ secret, deliveryId, body }: Signed, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.${deliveryId}.${body}`).digest('hex');
  return `t=${at},v1=${digest}`;
}

/**
 * Signs by the Standard Webhooks specification. Secrets of earlier releases lack the prefix of this specification, so
 * their bytes are used as the key.
 */
const standardOf = (secret: string): Webhook =>
  secret.startsWith(STANDARD_SECRET) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/**
 * The headers with signatures. `webhook-*` follow Standard Webhooks, so that receivers can use existing packages.
 * `X-Paddock-Signature` is Paddock's own, older header.
 */
function signDelivery(call: Signed, now: Date): Record<string, string> {
  const at = Math.floor(now.getTime() / 1000);
  return {
    'webhook-id': call.deliveryId,
    'webhook-timestamp': `${at}`,
    'webhook-signature': standardOf(call.secret).sign(call.deliveryId, now, call.body),
    'x-paddock-signature': ownSignature(call, at),
  };
}
