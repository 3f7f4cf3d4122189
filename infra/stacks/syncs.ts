import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { rescueEnv, tableEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { Schedule } from '../constructs/schedule.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';
import type { Workflows } from './workflows.ts';

type Props = { data: Data; workflows: Workflows };

/** What keeps records and backends true while nobody asks for anything. */
export class Syncs extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, props: Props) {
    super(scope, id);
    this.renewArgocdTokens(platform, props);
    this.rescueOrders(platform, props);
  }

  private renewArgocdTokens(platform: Platform, { data }: Props): void {
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

  private rescueOrders(platform: Platform, { data, workflows }: Props): void {
    const target = new ServiceFunction<typeof rescueEnv>(this, 'RescueOrders', platform, {
      entry: 'syncs/rescue-orders',
      description: 'Ends the orders whose state machine has ended without saying so',
      env: {
        STAGE: platform.config.stage,
        TABLE_NAME: data.table.tableName,
        STATE_MACHINE_PROCESS_ORDER_ARN: workflows.get('process-order').stateMachineArn,
        STATE_MACHINE_CREATE_CLUSTER_ARN: workflows.get('create-cluster').stateMachineArn,
        STATE_MACHINE_DELETE_CLUSTER_ARN: workflows.get('delete-cluster').stateMachineArn,
      },
      grants: [
        ...grants.readAndWriteTable(data.table),
        ...grants.lookAtExecutions(this, platform, 'process-order', 'create-cluster', 'delete-cluster'),
        ...grants.sendTo(data.deadLetters),
      ],
      // A hundred orders a run, each with a handful of calls to AWS.
      timeout: Duration.minutes(2),
      deadLetterQueue: data.deadLetters,
    });
    new Schedule(this, 'RescueOrdersSchedule', {
      description: 'Ends orders that nobody works on any more',
      every: Duration.minutes(5),
      target,
      deadLetterQueue: data.deadLetters,
    });
  }
}
