import { Duration } from 'aws-cdk-lib';

import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { AUDIT_KIND, OUTBOX_KIND } from '#shared/contracts/table';
import { OPERATION_MACHINES } from '#shared/domain/_core/operation';
import type { dispatcherEnv, eventsEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ScheduledFunction } from '../constructs/schedules.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { AnyTable } from '../constructs/single-table.ts';
import type { Data } from './data.ts';
import type { StateMachines } from './workflows.ts';

type Props = { data: Data; workflows: StateMachines };

const isNewRowOf = (kind: string) =>
  FilterCriteria.filter({
    eventName: FilterRule.isEqual('INSERT'),
    dynamodb: { NewImage: { kind: { S: FilterRule.isEqual(kind) } } },
  });

/**
 * Starts a state machine for each row of the outbox. New rows arrive at once through the table's stream. A schedule
 * finds rows that the stream has missed. Also sends audit events to the bus and to hooks. Other programs should
 * subscribe to the bus and not read the streams, because DynamoDB allows only two readers of a stream.
 */
export class Dispatch extends Construct {
  readonly dispatcher: ServiceFunction<typeof dispatcherEnv>;
  readonly eventPublisher: ServiceFunction<typeof eventsEnv>;

  constructor(scope: Construct, id: string, platform: Platform, { data, workflows }: Props) {
    super(scope, id);
    const arns = OPERATION_MACHINES.map((name) => workflows.get(name).stateMachineArn);
    const shared = {
      env: {
        STAGE: platform.config.stage,
        ...data.tableNames,
        STATE_MACHINE_ARNS: workflows.arns(...OPERATION_MACHINES),
      },
      grants: [...grants.readAndWriteTables(data), ...grants.startMachine(...arns)],
      timeout: Duration.seconds(30),
      deadLetterQueue: data.deadLetters,
    };
    this.dispatcher = new ServiceFunction<typeof dispatcherEnv>(this, 'dispatcher', platform, {
      ...shared,
      grants: [...shared.grants, ...grants.followTableStream(data.table)],
      entry: 'dispatcher',
      description: 'Starts the machine of each new outbox row',
    });
    this.followRows('OutboxStream', data.table, {
      kind: OUTBOX_KIND,
      target: this.dispatcher,
      bisectBatchOnError: true,
      retryAttempts: 5,
      onFailure: new SqsDlq(data.deadLetters),
    });
    this.eventPublisher = this.publishEvents(platform, data);
    new ServiceFunction<typeof dispatcherEnv>(this, 'ops/redispatch', platform, {
      ...shared,
      grants: [...shared.grants, ...grants.readStreamRecords(data.table)],
      entry: 'ops/redispatch',
      description: 'Dispatches the rows of a dead letter of the stream, called by `npm run redrive`',
    });
    new ScheduledFunction<typeof dispatcherEnv>(this, 'syncs/dispatch-lost', platform, {
      ...shared,
      entry: 'syncs/dispatch-lost',
      description: 'Starts the machine of each row that is still in the outbox',
      every: Duration.minutes(1),
    });
  }

  /**
   * Publishes audit events in their order. An event that the bus refuses is retried for an hour, and later events of
   * its shard wait. Then its place in the stream goes to the dead letters, from where `npm run redrive` publishes it.
   */
  private publishEvents(platform: Platform, data: Data): ServiceFunction<typeof eventsEnv> {
    const shared = {
      env: { STAGE: platform.config.stage, ...data.tableNames, EVENT_BUS_NAME: data.bus.eventBusName },
      timeout: Duration.seconds(60),
    };
    const rights = [...grants.readAndWriteTables(data), ...grants.publishEvents(data.bus)];
    const target = new ServiceFunction<typeof eventsEnv>(this, 'event-publisher', platform, {
      ...shared,
      entry: 'event-publisher',
      description: 'Sends every audit event to the bus and to hooks',
      grants: [...grants.followTableStream(data.auditTable), ...rights],
      deadLetterQueue: data.deadLetters,
    });
    this.followRows('AuditStream', data.auditTable, {
      kind: AUDIT_KIND,
      target,
      bisectBatchOnError: true,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(data.deadLetters),
    });
    new ServiceFunction<typeof eventsEnv>(this, 'ops/republish', platform, {
      ...shared,
      entry: 'ops/republish',
      description: 'Publishes the events of a dead letter of the audit stream, called by `npm run redrive`',
      grants: [...grants.readStreamRecords(data.auditTable), ...rights],
      deadLetterQueue: data.deadLetters,
    });
    return target;
  }

  private followRows(
    id: string,
    { tableStreamArn = '' }: AnyTable,
    { kind, ...reader }: { kind: string; target: IFunction } & EventSourceMappingOptions,
  ): void {
    new EventSourceMapping(this, id, {
      ...reader,
      eventSourceArn: tableStreamArn,
      filters: [isNewRowOf(kind)],
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      reportBatchItemFailures: true,
    });
  }
}
