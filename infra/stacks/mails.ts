import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { mailEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ScheduledFunction } from '../constructs/schedules.ts';
import type { Data } from './data.ts';

type Props = { data: Data; publicUrl: string; hasConsole: boolean };

/**
 * Sends the e-mails of the outbox. Runs on a schedule and does not read the stream, because a shard of the stream
 * allows few readers.
 */
export class Mails extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data, publicUrl, hasConsole }: Props) {
    super(scope, id);
    const {
      stage,
      consoleUrl = hasConsole ? `${publicUrl}/console` : '',
      mailFrom = '',
      smtpUrl = '',
    } = platform.config;
    new ScheduledFunction<typeof mailEnv>(this, 'DeliverMails', platform, {
      entry: 'syncs/deliver-mails',
      description: 'Delivers the e-mails of the outbox that are due',
      every: Duration.minutes(1),
      // This timeout is long enough for the two hundred e-mails of one run. The next run may start before this run has
      // ended, because two runs do not send the same e-mail.
      timeout: Duration.minutes(5),
      env: {
        STAGE: stage,
        ...data.tableNames,
        CONSOLE_URL: consoleUrl,
        PUBLIC_URL: publicUrl,
        MAIL_FROM: mailFrom,
        SMTP_URL: smtpUrl,
      },
      grants: [
        ...grants.readAndWriteTables(data),
        // The right to read the key that signs unsubscribe links in e-mails.
        ...grants.readSecrets(this, stage, 'mail-key'),
        ...this.handOver(platform),
      ],
      deadLetterQueue: data.deadLetters,
    });
  }

  /** The rights to send e-mails through SES, or the right to read the stored account of the operator's mail server. */
  private handOver({ config: { stage, mailFrom, smtpUrl } }: Platform) {
    if (smtpUrl !== undefined) return grants.readSecrets(this, stage, 'smtp');
    return mailFrom === undefined ? [] : grants.sendMail(this, mailFrom);
  }
}
