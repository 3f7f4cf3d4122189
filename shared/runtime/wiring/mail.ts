import { SESv2Client } from '@aws-sdk/client-sesv2';
import { z } from 'zod';
import type { MailDeps } from '#shared/app/mail/deliver-mail';
import { SMTP_ACCOUNT, secretName } from '#shared/domain/_core/secret-name';
import { nodemailerMailer, sesTransport, smtpTransport } from '../../adapters/mail/nodemailer-mailer.ts';
import type { Mailer } from '../../ports/mail.ts';
import { randomIds, systemClock } from '../clock-and-ids.ts';
import { mailEnv, outbound, readEnv } from '../env.ts';
import { tracer } from '../lambda-tracer.ts';
import type { ScheduledDeps } from '../scheduled-run.ts';
import { lambdaTelemetry } from '../telemetry.ts';
import { awsSecrets } from './aws.ts';
import { tableStore } from './table.ts';

/** Timeout of calls to a mail server. Some mail servers check the sender first, which takes seconds. */
const TIMEOUT_MS = 15_000;

const account = z.object({ username: z.string(), password: z.string() });

function connectedMailer(env: z.infer<typeof mailEnv>): Mailer | undefined {
  const { STAGE: stage, MAIL_FROM: from, SMTP_URL: url } = env;
  if (from === undefined) return undefined;
  if (url === undefined) {
    const requestHandler = { connectionTimeout: 1000, requestTimeout: TIMEOUT_MS, throwOnRequestTimeout: true };
    // The client does not retry. The next scheduled run of this function tries again.
    const client = tracer.capture(new SESv2Client({ maxAttempts: 1, requestHandler }));
    return nodemailerMailer({ from, transport: () => sesTransport(client) });
  }
  const secrets = awsSecrets();
  const storedAccount = async () => {
    const text = await secrets.find(secretName(stage, 'smtp', SMTP_ACCOUNT));
    return text === undefined ? undefined : account.parse(JSON.parse(text));
  };
  const options = { url, account: storedAccount, timeoutMs: TIMEOUT_MS, outbound: outbound() };
  return nodemailerMailer({ from, transport: () => smtpTransport(options) });
}

/** Reads the environment (see `mailEnv`). `service` is the function's name in its log lines. */
export function mailDeps(service: string): MailDeps & ScheduledDeps {
  const env = readEnv(mailEnv);
  return {
    store: tableStore(env),
    mailer: connectedMailer(env),
    secrets: awsSecrets(),
    stage: env.STAGE,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    consoleUrl: env.CONSOLE_URL?.replace(/\/+$/, ''),
    clock: systemClock,
    ids: randomIds,
    ...lambdaTelemetry(service),
  };
}
