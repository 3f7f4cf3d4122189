import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import { DIRECT, type Outbound, proxyFor } from '#shared/domain/_core/outbound-proxy';
import { AppError, BackendRejected, BackendUnauthorized, BackendUnavailable } from '../../errors.ts';
import type { Mailer } from '../../ports/mail.ts';
import { backendCalls } from '../backend-calls.ts';

/**
 * Address of an SMTP server, such as `smtp://host:587` or `smtps://host:465`, and optionally an account on this server.
 */
export type SmtpOptions = {
  url: string;
  account: () => Promise<{ username: string; password: string } | undefined>;
  timeoutMs: number;
  outbound?: Outbound;
};

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Sends through an SMTP server. Connections to other machines are encrypted, and fail if the certificate is invalid.
 */
export const smtpTransport = async ({
  url,
  account,
  timeoutMs,
  outbound = DIRECT,
}: SmtpOptions): Promise<Transporter> => {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'smtps:';
  const proxy = proxyFor(url, outbound);
  const { username, password } = (await account()) ?? {};
  return createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !LOOPBACK.has(hostname),
    ...(username !== undefined && { auth: { user: username, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    ...(proxy !== undefined && { proxy }),
  });
};

/** Sends through Amazon SES, with the rights of the function's role. */
export const sesTransport = async (client: SESv2Client): Promise<Transporter> =>
  createTransport({ SES: { sesClient: client, SendEmailCommand } });

const address = z.email();

/**
 * Headers with which a mail program offers to unsubscribe. The mail program's button sends a POST to the URL (RFC 8058,
 * 3.1).
 */
const listHeaders = (url: string | undefined) =>
  url && { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Sends one message to one address. An address with commas is refused, because mail servers read it as a list. */
export const nodemailerMailer = ({
  transport,
  from,
}: {
  transport: () => Promise<Transporter>;
  from: string;
}): Mailer => ({
  send: ({ id, to, subject, text, html, unsubscribeUrl }) =>
    backendCalls.tracePromise(
      async () => {
        try {
          const recipient = { name: '', address: address.parse(to) };
          const sender = { name: 'Paddock', address: from };
          const messageId = `<${Buffer.from(id).toString('base64url')}@${from.split('@')[1]}>`;
          const headers = { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribeUrl) };
          // Messages contain only text that Paddock renders. So the library is not allowed to read content from a file
          // or a URL.
          const closed = { disableFileAccess: true, disableUrlAccess: true };
          const mail = { from: sender, to: recipient, subject, text, html, messageId, headers, ...closed };
          await (await transport()).sendMail(mail);
        } catch (error) {
          throw mailFailure(error);
        }
      },
      { backend: 'Mail', op: 'send' },
    ),
});

/**
 * The fields that show why sending failed: nodemailer's `code` and the server's reply code, or the AWS SDK's `name` and
 * `$fault`.
 */
const failure = z.object({
  message: z.string(),
  name: z.string(),
  code: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  $fault: z.string().optional().catch(undefined),
});

const REFUSED_ACCOUNT = new Set(['EAUTH', 'ENOAUTH', 'AccessDeniedException']);
/** SES reports these errors as the client's fault, but they are temporary. */
const PASSING = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'SendingPausedException',
  'ThrottlingException',
]);

/** Turns a mail server's failure into an error of Paddock. An invalid address counts as refused by the server. */
export function mailFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return new BackendRejected('The address is not an e-mail address.', { op: 'send' });
  const { message, name, code = name, responseCode = 0, $fault } = failure.parse(error);
  const said = `The e-mail could not be sent: ${message}`;
  if (REFUSED_ACCOUNT.has(code)) return new BackendUnauthorized(said, { op: 'send' }, error);
  const isRefused = responseCode >= 500 || ($fault === 'client' && !PASSING.has(name));
  return isRefused
    ? new BackendRejected(said, { op: 'send' }, error)
    : new BackendUnavailable(said, { op: 'send' }, error);
}
