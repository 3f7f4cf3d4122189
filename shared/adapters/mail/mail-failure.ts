import { z } from 'zod';
import { AppError, BackendRejected, BackendUnauthorized, BackendUnavailable } from '../../errors.ts';

/** nodemailer's `code` and the server's reply code; of the AWS SDK, the name, and whose fault it is. */
const failure = z.object({
  message: z.string(),
  name: z.string(),
  code: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  $fault: z.string().optional().catch(undefined),
});

const REFUSED_ACCOUNT = new Set(['EAUTH', 'ENOAUTH', 'AccessDeniedException']);
/** Of the faults that SES calls ours, those that pass. */
const PASSING = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'SendingPausedException',
  'ThrottlingException',
]);

/** What a mail server's refusal means; an address that is none counts as refused. */
export function mailFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return new BackendRejected('The address is not an e-mail address.', { op: 'send' });
  const { message, name, code = name, responseCode = 0, $fault } = failure.parse(error);
  const said = `The mail server: ${message}`;
  if (REFUSED_ACCOUNT.has(code)) return new BackendUnauthorized(said, { op: 'send' }, error);
  const isRefused = responseCode >= 500 || ($fault === 'client' && !PASSING.has(name));
  return isRefused
    ? new BackendRejected(said, { op: 'send' }, error)
    : new BackendUnavailable(said, { op: 'send' }, error);
}
