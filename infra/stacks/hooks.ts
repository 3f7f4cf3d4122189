import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { siteSettingsText } from '#infra/config';
import type { hooksEnv, tableEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ScheduledFunction } from '../constructs/scheduled-function.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

type Props = { data: Data };

/** From the bus to customers' own systems and mailboxes. */
export class Hooks extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data }: Props) {
    super(scope, id);
    const { stage } = platform.config;
    const env = { STAGE: stage, TABLE_NAME: data.table.tableName };
    const table = grants.readAndWriteTable(data.table);
    this.tell(platform, data);
    new ScheduledFunction<typeof hooksEnv>(this, 'DeliverHooks', platform, {
      entry: 'syncs/deliver-hooks',
      description: 'Delivers to web hooks what is due',
      every: Duration.minutes(1),
      // Two hundred a run, twenty at the same time, ten seconds each at most.
      timeout: Duration.minutes(3),
      env: { ...env, SITE_SETTINGS: siteSettingsText(platform.config) },
      grants: [...table, ...grants.readSecrets(this, stage, 'hook')],
      deadLetterQueue: data.deadLetters,
    });
  }

  /** Every event of the audit trail, by the field that all of them have. */
  private tell(platform: Platform, data: Data): void {
    const description = 'Puts events on their way to the hooks that want them';
    const target = new ServiceFunction<typeof tableEnv>(this, 'TellHooks', platform, {
      entry: 'tell-hooks',
      description,
      timeout: Duration.seconds(60),
      env: { STAGE: platform.config.stage, TABLE_NAME: data.table.tableName },
      grants: grants.readAndWriteTable(data.table),
      deadLetterQueue: data.deadLetters,
    });
    new Rule(this, 'Told', {
      description,
      eventBus: data.bus,
      eventPattern: { source: ['paddock'], detail: { event_types: [{ exists: true }] } },
      targets: [new LambdaFunction(target, { deadLetterQueue: data.deadLetters, retryAttempts: 10 })],
    });
  }
}
