import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { AlarmDefinition } from '../constructs/operator-alarm.ts';
import { FIVE_MINUTES, ourMetric } from '../constructs/our-metric.ts';
import type { Platform } from '../constructs/platform.ts';
import type { Observed } from './observed.ts';

/** What the table is asked for; an alarm takes ten metrics at most. */
const TABLE_OPERATIONS = [
  ...[Operation.GET_ITEM, Operation.BATCH_GET_ITEM, Operation.QUERY],
  ...[Operation.PUT_ITEM, Operation.UPDATE_ITEM, Operation.DELETE_ITEM, Operation.TRANSACT_WRITE_ITEMS],
];
const sum = { statistic: 'Sum', period: FIVE_MINUTES };

/** What wakes an operator. Each entry is a heading of docs/runbook.md that says what to do. */
export const alarmDefinitions = (platform: Platform, observed: Observed): AlarmDefinition[] => [
  ...orders(platform),
  ...dispatch(platform, observed),
  ...machines(observed),
  ...functions(observed),
  ...edges(observed),
];

function orders(platform: Platform): AlarmDefinition[] {
  return [
    {
      entry: 'orders-erred',
      says: 'Orders failed for a reason that only an operator can mend.',
      metric: ourMetric(platform, 'OrdersErred', { Owner: 'operator' }, 'Sum'),
      threshold: 1,
    },
    {
      entry: 'failure-not-recorded',
      says: 'The failure of an order could not be written: it may stay executing.',
      metric: ourMetric(platform, 'StepFailures', { Step: 'records.recordFailure' }, 'Sum'),
      threshold: 1,
    },
    {
      entry: 'credentials-refused',
      says: 'A backend does not take a credential of ours.',
      metric: ourMetric(platform, 'CredentialsRefused', {}, 'Sum'),
      threshold: 1,
    },
  ];
}

function dispatch(platform: Platform, { deadLetters, dispatcher }: Observed): AlarmDefinition[] {
  return [
    {
      entry: 'dead-letters',
      says: 'Something could not be handled and waits in the dead-letter queue.',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: FIVE_MINUTES }),
      threshold: 1,
    },
    {
      entry: 'dispatcher-behind',
      says: 'New orders have been waiting for the dispatcher for a minute.',
      metric: dispatcher.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: Duration.minutes(1).toMilliseconds(),
      periods: 3,
    },
    {
      entry: 'outbox-late',
      says: 'The stream lost orders; the schedule dispatched them.',
      metric: ourMetric(platform, 'OutboxDispatchedLate', {}, 'Sum'),
      threshold: 1,
    },
  ];
}

/** A failed order is a failed run, whoever is to blame; many at once are an operator's business all the same. */
function machines({ machines, roots }: Observed): AlarmDefinition[] {
  const stopped = [...machines].map(([name, machine]) => ({
    entry: 'machine-stopped',
    about: name,
    says: `A run of ${name} was aborted or took longer than it may.`,
    metric: new MathExpression({
      expression: 'timedOut + aborted',
      usingMetrics: { timedOut: machine.metricTimedOut(sum), aborted: machine.metricAborted(sum) },
      period: FIVE_MINUTES,
    }),
    threshold: 1,
  }));
  const failed = roots.flatMap((name) => {
    const metric = machines.get(name)?.metricFailed({ statistic: 'Sum', period: Duration.minutes(15) });
    const says = `Many runs of ${name} failed within a quarter of an hour.`;
    return metric ? [{ entry: 'machine-failed', about: name, says, metric, threshold: 5 }] : [];
  });
  return [...stopped, ...failed];
}

/** Steps throw named errors on purpose, for their machine to try again; all others answer, and throw when something is wrong. */
const tolerated = (entry: string): number => (entry.startsWith('steps/') ? 20 : 1);

function functions({ functions }: Observed): AlarmDefinition[] {
  const errors = functions.map((it) => ({
    entry: 'function-errors',
    about: it.entry,
    says: `${it.entry} failed.`,
    metric: it.metricErrors(sum),
    threshold: tolerated(it.entry),
  }));
  const says = 'The account has more to run at once than it may, so that functions were turned away.';
  const throttles = { entry: 'function-throttles', says, metric: LambdaFunction.metricAllThrottles(sum), threshold: 1 };
  return [...errors, throttles];
}

function edges({ api, table }: Observed): AlarmDefinition[] {
  const usingMetrics = { failed: api.metricServerError(sum), all: api.metricCount(sum) };
  return [
    {
      entry: 'api-errors',
      says: 'More than one of twenty API calls is answered with a 5xx.',
      // Of a handful of calls one is more than a twentieth, and wakes nobody.
      metric: new MathExpression({
        expression: 'IF(all >= 20, 100 * failed / all, 0)',
        usingMetrics,
        period: FIVE_MINUTES,
      }),
      threshold: 5,
    },
    {
      entry: 'table-errors',
      says: 'DynamoDB fails on its side.',
      metric: table.metricSystemErrorsForOperations({ operations: TABLE_OPERATIONS, ...sum }),
      threshold: 5,
    },
  ];
}
