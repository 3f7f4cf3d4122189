import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { tableEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { Schedule } from '../constructs/schedule.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

/** What keeps the backends true while nobody asks for anything. */
export class Syncs extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data }: { data: Data }) {
    super(scope, id);
    const { stage } = platform.config;
    const target = new ServiceFunction<typeof tableEnv>(this, 'RenewArgocdTokens', platform, {
      entry: 'syncs/renew-argocd-tokens',
      description: 'Replaces the keys under which Argo CD reaches clusters before they end',
      env: { STAGE: stage, TABLE_NAME: data.table.tableName },
      grants: [
        ...grants.readAndWriteTable(data.table),
        ...grants.readSecrets(this, stage, 'argocd', 'rancher'),
        ...grants.sendTo(data.deadLetters),
      ],
      // Twenty clusters a round, each with a handful of calls to two backends.
      timeout: Duration.minutes(5),
      deadLetterQueue: data.deadLetters,
    });
    new Schedule(this, 'RenewArgocdTokensSchedule', {
      description: 'Renews what Argo CD reaches clusters with',
      every: Duration.hours(1),
      target,
      deadLetterQueue: data.deadLetters,
    });
  }
}
