import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { siteSettingsText } from '#infra/config';
import { HOOKS_PENDING } from '#shared/contracts/rest/audit/events';
import type { hooksEnv, tableEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ScheduledFunction } from '../constructs/schedules.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

type Props = { data: Data };

/** Delivers events to customers' systems and mailboxes. The function `event-publisher` queues the deliveries. */
export class Hooks extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data }: Props) {
    super(scope, id);
    const { stage } = platform.config;
    const env = { STAGE: stage, ...data.tableNames };
    const table = grants.readAndWriteTables(data);
    this.queueAgain(platform, data);
    new ScheduledFunction<typeof hooksEnv>(this, 'DeliverHooks', platform, {
      entry: 'syncs/deliver-hooks',
      description: 'Sends the web hook deliveries that are due',
      every: Duration.minutes(1),
      // One run begins deliveries for 100 seconds. Each delivery takes at most ten seconds.
      timeout: Duration.minutes(3),
      env: { ...env, SITE_SETTINGS: siteSettingsText(platform.config) },
      grants: [
        ...table,
        ...grants.readSecrets(this, stage, 'hook-key', 'hook'),
        ...grants.removeSecrets(this, stage, 'hook'),
      ],
      deadLetterQueue: data.deadLetters,
    });
  }

  /**
   * Adds a function that queues deliveries again. If the event publisher cannot queue the deliveries of an event, it
   * publishes the event on the bus once more. Then a rule of the bus invokes this function.
   */
  private queueAgain(platform: Platform, data: Data): void {
    const description = 'Queues events for hooks that could not be queued at once';
    const target = new ServiceFunction<typeof tableEnv>(this, 'QueueWebhooks', platform, {
      entry: 'queue-webhooks',
      description,
      timeout: Duration.seconds(60),
      env: { STAGE: platform.config.stage, ...data.tableNames },
      grants: grants.readAndWriteTables(data),
      deadLetterQueue: data.deadLetters,
    });
    new Rule(this, 'Untold', {
      description,
      eventBus: data.bus,
      eventPattern: { source: ['paddock'], detailType: [HOOKS_PENDING] },
      targets: [new LambdaFunction(target, { deadLetterQueue: data.deadLetters, retryAttempts: 10 })],
    });
  }
}
