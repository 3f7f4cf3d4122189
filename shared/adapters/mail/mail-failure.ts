import { z } from 'zod';
import { AppError, BackendRejected, BackendUnauthorized, BackendUnavailable } from '../../errors.ts';

/** nodemailer's `code` and the server's reply code; for the AWS SDK the name, and which side is at fault. */
const failure = z.object({
  message: z.string(),
  name: z.string(),
  code: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  $fault: z.string().optional().catch(undefined),
});

const REFUSED_ACCOUNT = new Set(['EAUTH', 'ENOAUTH', 'AccessDeniedException']);
/** Client faults of SES that pass by themselves. */
const PASSING = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'SendingPausedException',
  'ThrottlingException',
]);

/** The named error for a mail server's refusal. An invalid address counts as refused. */
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
