import { z } from 'zod';
import { BackendThrottled, BackendUnavailable } from '../../errors.ts';

/**
 * AWS counts these errors as the client's fault, although a retry can succeed. They are listed under "Common Errors" in
 * the API reference of each service.
 */
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
 * The error of a call without an answer. A failed connection has a `code`, such as `ECONNRESET`. `AbortError` means
 * that the caller gave up. An error of marshalling has no `code`, so it does not match and is not retried.
 */
const socketFailure = z.union([
  z.object({ code: z.string() }),
  z.object({ name: z.enum(['TimeoutError', 'AbortError']) }),
]);

/**
 * Turns a temporary failure of AWS into a named error, which state machines retry. Other errors are returned unchanged.
 * `service` is the service's name in the message, such as "Secrets Manager".
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
/** Each client of the AWS SDK has a type of its own. This type has only the part that all clients share. */
type Client<Args extends object, Result> = {
  readonly middlewareStack: {
    add(
      middleware: (next: Handler<Args, Result>, context: { readonly commandName?: string }) => Handler<Args, Result>,
      options: { step: 'initialize'; priority: 'high'; name: string; override: true },
    ): void;
  };
};

/** Makes the client throw the errors that `awsFailure` returns, after the SDK's own retries. */
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
