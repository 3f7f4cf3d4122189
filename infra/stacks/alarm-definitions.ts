import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SYNC_JOBS } from '#shared/domain/provider-syncs/sync-jobs';
import type { AlarmDefinition } from '../constructs/operator-alarm.ts';
import { FIVE_MINUTES, ourMetric } from '../constructs/paddock-metric.ts';
import type { Stage } from '../constructs/platform.ts';
import type { Observed } from './monitored-parts.ts';

/** Operations of DynamoDB that every order needs. */
const TABLE_OPERATIONS = ['GetItem', 'Query', 'TransactWriteItems'];
const sum = { statistic: 'Sum', period: FIVE_MINUTES };

/** Alarms for an operator. For each alarm, docs/runbook.md says what to do. */
export const alarmDefinitions = (platform: Stage, observed: Observed): AlarmDefinition[] => [
  ...erred(platform),
  ...orders(platform),
  ...dispatch(platform, observed),
  ...passes(platform),
  ...machines(observed),
  ...functions(observed),
  ...edges(platform, observed),
];

function erred(platform: Stage): AlarmDefinition[] {
  const reason = 'for a reason that only an operator can fix.';
  const by = (metric: 'OrdersErred' | 'NodesErred' | 'UpgradesErred' | 'HibernationsErred') => ({
    metric: ourMetric(platform, metric, { Owner: 'operator' }, 'Sum'),
    threshold: 1,
  });
  return [
    { entry: 'orders-erred', says: `Orders failed ${reason}`, ...by('OrdersErred') },
    { entry: 'nodes-erred', says: `Nodes could not be added or deleted ${reason}`, ...by('NodesErred') },
    { entry: 'upgrades-erred', says: `Clusters could not be upgraded or changed ${reason}`, ...by('UpgradesErred') },
    {
      entry: 'hibernations-erred',
      says: `Clusters could not be hibernated or woken ${reason}`,
      ...by('HibernationsErred'),
    },
  ];
}

function orders(platform: Stage): AlarmDefinition[] {
  return [
    {
      entry: 'failure-not-recorded',
      says: 'A step could not record the failure of an operation. An order may stay executing for up to ten minutes.',
      metric: ourMetric(platform, 'StepFailures', { Step: 'records.recordFailure' }, 'Sum'),
      threshold: 1,
    },
    {
      entry: 'orders-rescued',
      says: 'Orders, upgrades or operations on nodes or applications had no running execution. They are erred now.',
      metric: ourMetric(platform, 'OrdersRescued', {}, 'Sum'),
      threshold: 1,
    },
    {
      entry: 'watch-failing',
      says: 'Clusters could not be compared with their clouds or Rancher, three times in a row.',
      metric: ourMetric(platform, 'WatchFailures', {}, 'Sum').with({
        period: Duration.minutes(platform.config.watchMinutes),
      }),
      threshold: 1,
      periods: 3,
    },
    {
      entry: 'healing-held',
      says: 'Autohealing left lost nodes to an operator, three times in a row.',
      metric: ourMetric(platform, 'HealingHeld', {}, 'Sum').with({
        period: Duration.minutes(platform.config.watchMinutes),
      }),
      threshold: 1,
      periods: 3,
    },
    {
      entry: 'state-backups-late',
      says: 'Clusters of Cluster API were not copied in the last two days.',
      metric: ourMetric(platform, 'StateBackupsLate', {}, 'Maximum').with({ period: Duration.hours(1) }),
      threshold: 1,
    },
    {
      entry: 'mails-undelivered',
      says: 'E-mails could not be delivered for a quarter of an hour or more.',
      metric: ourMetric(platform, 'MailsUndelivered', {}, 'Sum'),
      threshold: 1,
    },
    {
      entry: 'credentials-refused',
      says: 'A backend refused a credential of Paddock.',
      metric: ourMetric(platform, 'CredentialsRefused', {}, 'Sum'),
      threshold: 1,
    },
  ];
}

function passes(platform: Stage): AlarmDefinition[] {
  const failures = SYNC_JOBS.map((job) => ({
    entry: 'passes-failing',
    about: job.replaceAll('_', '-'),
    says: `The job ${job} failed at a provider, three hours in a row.`,
    metric: ourMetric(platform, 'SyncFailures', { Job: job }, 'Sum').with({ period: Duration.hours(1) }),
    threshold: 1,
    periods: 3,
  }));
  const stopped = {
    entry: 'pass-stopped',
    says: 'A sync job would have removed too many groups, members, roles or other objects. It removed none of them.',
    metric: ourMetric(platform, 'SyncsStopped', {}, 'Sum'),
    threshold: 1,
  };
  return [...failures, stopped];
}

function dispatch(platform: Stage, { deadLetters, dispatcher, eventPublisher }: Observed): AlarmDefinition[] {
  return [
    {
      entry: 'dead-letters',
      says: 'A message could not be handled and waits in the dead-letter queue.',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: FIVE_MINUTES }),
      threshold: 1,
    },
    {
      entry: 'dispatcher-behind',
      says: 'New orders and other operations have been waiting for the dispatcher for a minute or longer.',
      metric: dispatcher.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: Duration.minutes(1).toMilliseconds(),
      periods: 3,
    },
    {
      entry: 'events-behind',
      says: 'Audit events have been waiting for the bus for a minute or longer.',
      metric: eventPublisher.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: Duration.minutes(1).toMilliseconds(),
      periods: 3,
    },
    {
      entry: 'outbox-late',
      says: 'The stream missed orders. The schedule dispatched them.',
      metric: ourMetric(platform, 'OutboxDispatchedLate', {}, 'Sum'),
      threshold: 1,
    },
    {
      entry: 'outbox-unreadable',
      says: 'Accepted orders cannot be started, because their outbox rows cannot be read.',
      metric: ourMetric(platform, 'OutboxUnreadable', {}, 'Maximum'),
      threshold: 1,
    },
  ];
}

/**
 * When an order fails, its execution fails, too, even if the user caused the failure. So an operator is needed only if
 * many executions fail at the same time.
 */
function machines({ machines, roots }: Observed): AlarmDefinition[] {
  const stopped = [...machines].flatMap(([name, machine]) => [
    {
      entry: 'machine-stopped',
      about: `${name}-timed-out`,
      says: `An execution of ${name} ran longer than its timeout.`,
      metric: machine.metricTimedOut(sum),
      threshold: 1,
    },
    {
      entry: 'machine-stopped',
      about: `${name}-aborted`,
      says: `An execution of ${name} was aborted.`,
      metric: machine.metricAborted(sum),
      threshold: 1,
    },
  ]);
  const failed = roots.flatMap((name) => {
    const metric = machines.get(name)?.metricFailed({ statistic: 'Sum', period: Duration.minutes(15) });
    const says = `Five or more executions of ${name} failed within a quarter of an hour.`;
    return metric ? [{ entry: 'machine-failed', about: name, says, metric, threshold: 5 }] : [];
  });
  return [...stopped, ...failed];
}

/**
 * The number of errors in five minutes at which a function raises an alarm. Steps throw named errors on purpose, so
 * that their state machine tries again. Other functions throw only when something is wrong.
 */
const tolerated = (entry: string): number => (entry.startsWith('steps/') ? 20 : 1);

function functions({ functions }: Observed): AlarmDefinition[] {
  const errors = [...functions].map(([entry, it]) => ({
    entry: 'function-errors',
    about: entry,
    says: `The function ${entry} failed.`,
    metric: it.metricErrors(sum),
    threshold: tolerated(entry),
  }));
  const says = 'Lambda refused invocations, because a limit of concurrent invocations was reached.';
  const throttles = { entry: 'function-throttles', says, metric: LambdaFunction.metricAllThrottles(sum), threshold: 1 };
  return [...errors, throttles];
}

function edges(platform: Stage, { api, table }: Observed): AlarmDefinition[] {
  const { tableName: TableName } = table;
  const systemErrors = (Operation: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'SystemErrors',
      dimensionsMap: { TableName, Operation },
      ...sum,
    });
  const tableErrors = TABLE_OPERATIONS.map((operation) => ({
    entry: 'table-errors',
    about: operation,
    says: `DynamoDB answered calls of ${operation} with errors of its own.`,
    metric: systemErrors(operation),
    threshold: 5,
  }));
  const apiErrors = {
    entry: 'api-errors',
    says: 'At least one of twenty API calls was answered with a 5xx, for ten minutes.',
    // Each call counts 0 or 1, so the average is the share of failed calls.
    metric: api.metricServerError({ statistic: 'Average', period: FIVE_MINUTES }),
    threshold: 0.05,
    periods: 2,
  };
  const guesses = {
    entry: 'bad-credentials',
    says: 'A hundred or more API calls within five minutes had unknown credentials.',
    metric: ourMetric(platform, 'BadCredentials', {}, 'Sum'),
    threshold: 100,
  };
  return [apiErrors, guesses, ...tableErrors];
}
