import { z } from 'zod';
import { BackendThrottled, BackendUnavailable } from '../../errors.ts';

/** What AWS calls a client's fault and passes by itself: the "Common Errors" of each service's API reference. */
const THROTTLED = new Set([
  'ExecutionLimitExceeded',
  'KmsThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingError',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);
const serviceFailure = z.object({ name: z.string(), $fault: z.enum(['client', 'server']) });
/**
 * What sockets throw: `ECONNREFUSED`, `ECONNRESET`, …; a marshalling mistake has no such code and stays what it is. `AbortError`: whoever
 * asked gave up.
 */
const socketFailure = z.union([
  z.object({ code: z.string() }),
  z.object({ name: z.enum(['TimeoutError', 'AbortError']) }),
]);

/**
 * The named error for a failure of a service of AWS that may pass, which machines try again; every other error comes back unchanged.
 * `service`: as the message calls it, "Secrets Manager".
 */
export function awsFailure(error: unknown, service: string, op: string): unknown {
  const { data: refused } = serviceFailure.safeParse(error);
  if (refused) {
    if (THROTTLED.has(refused.name)) return new BackendThrottled(`${service} is busy.`, { op }, error);
    if (refused.$fault === 'server') return new BackendUnavailable(`${service} does not answer.`, { op }, error);
    return error;
  }
  if (!socketFailure.safeParse(error).success) return error;
  return new BackendUnavailable(`${service} cannot be reached.`, { op }, error);
}

type Handler<Args, Result> = (args: Args) => Promise<Result>;
/** As far as it is used: each client of the SDK has a type of its own. */
type Client<Args extends object, Result> = {
  readonly middlewareStack: {
    add(
      middleware: (next: Handler<Args, Result>, context: { readonly commandName?: string }) => Handler<Args, Result>,
      options: { step: 'initialize'; priority: 'high'; name: string; override: true },
    ): void;
  };
};

/** The same client, whose calls fail by name (`awsFailure`) once the SDK's own attempts are over. */
export function failingByName<Args extends object, Result, C extends Client<Args, Result>>(
  client: C & Client<Args, Result>,
  service: string,
): C {
  client.middlewareStack.add(
    (next, { commandName = 'call' }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          throw awsFailure(error, service, commandName);
        }
      },
    { step: 'initialize', priority: 'high', name: 'failingByName', override: true },
  );
  return client;
}
