import { Duration } from 'aws-cdk-lib';
import {
  Chain,
  Choice,
  Condition,
  Fail,
  type IChainable,
  Pass,
  ProvideItems,
  Map as StateMap,
  Succeed,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { failureOf } from '../_blocks/failure-of.ts';
import { executionInput } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { bareStep } from '../_blocks/run-step.ts';

/**
 * Time limit of a job's Lambda. A job reads a thousand lists of members, eight at a time. This takes seconds, or
 * minutes with a slow Keycloak.
 */
export const SYNC_TIMEOUT_SECONDS = 600;
const MAX_CONCURRENCY = 10;
/** Maximum number of characters of all messages of one run (docs/spec/design.md#small-payloads). */
const MESSAGES_LENGTH = 20_000;

/**
 * Input {job, correlationId}, from a schedule. Runs the job at each provider. If a provider fails, the job still runs
 * at all others. The failed iteration returns a value, and failures are reported at the end.
 */
function define(parts: MachineParts): IChainable {
  const { scope } = parts;
  const flow = { parts };
  const job = executionInput('job');
  const failed = Fail.jsonata(scope, 'Failed', {
    error: '{% $failures[0].error %}',
    cause: '{% $failures[0].cause %}',
  });
  const notReported = Fail.jsonata(scope, 'FailuresNotReported', {
    error: 'FailuresNotReported',
    cause: '{% $states.input.Error %}',
  });
  const report = bareStep(flow, 'ReportFailures', steps.access.reportFailures, {
    job,
    failures: '{% $failures %}',
  }).addCatch(notReported);
  report.next(failed);

  const lost = Pass.jsonata(scope, 'SyncLost', { comment: 'Reported after the Map.' });
  const pass = bareStep(
    flow,
    'SyncProvider',
    steps.access.syncProvider,
    { job, settingsUuid: '{% $states.input %}' },
    { outputs: {}, taskTimeout: Timeout.duration(Duration.seconds(SYNC_TIMEOUT_SECONDS + 30)) },
  ).addCatch(lost, {
    outputs: {
      lost: {
        settingsUuid: '{% $states.input %}',
        ...failureOf(steps.access.syncProvider.name, `$floor(${MESSAGES_LENGTH} / $count($providers))`),
      },
    },
  });
  const passes = StateMap.jsonata(scope, 'PassProviders', {
    items: ProvideItems.jsonata('{% $providers %}'),
    maxConcurrency: MAX_CONCURRENCY,
    assign: { failures: '{% [$states.result[$exists(lost)].lost] %}' },
  }).itemProcessor(pass);
  const done = Choice.jsonata(scope, 'PassesDone')
    .when(Condition.jsonata('{% $count($failures) > 0 %}'), report)
    .otherwise(Succeed.jsonata(scope, 'AllPassed'));
  const list = bareStep(
    flow,
    'ListProviders',
    steps.access.listProviders,
    { job },
    {
      assign: { providers: '{% $states.result.Payload.providers %}' },
    },
  ).addCatch(report, { assign: { failures: [failureOf(steps.access.listProviders.name)] } });
  return Chain.start(list).next(passes).next(done);
}

/** The timeout is set here, because the definition has no waits from which it could be computed. */
export const syncAccess: Machine = { name: 'sync-access', define, timeout: Duration.hours(2) };
