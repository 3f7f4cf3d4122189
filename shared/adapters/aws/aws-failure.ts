import { z } from 'zod';
import { BackendThrottled, BackendUnavailable } from '../../errors.ts';

/** Client faults of AWS that pass by themselves: "Common Errors" of each service's API reference. */
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
 * Errors of sockets: `ECONNREFUSED`, `ECONNRESET` and others. Marshalling errors have no such code. `AbortError`: the
 * caller gave up.
 */
const socketFailure = z.union([
  z.object({ code: z.string() }),
  z.object({ name: z.enum(['TimeoutError', 'AbortError']) }),
]);

/**
 * The named error for a passing failure of AWS, which machines retry. Other errors are returned unchanged. `service` is
 * the name in the message, "Secrets Manager".
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
/** The used part of the SDK's clients, which all have types of their own. */
type Client<Args extends object, Result> = {
  readonly middlewareStack: {
    add(
      middleware: (next: Handler<Args, Result>, context: { readonly commandName?: string }) => Handler<Args, Result>,
      options: { step: 'initialize'; priority: 'high'; name: string; override: true },
    ): void;
  };
};

/** The same client with named errors (`awsFailure`) after the SDK's own attempts. */
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
