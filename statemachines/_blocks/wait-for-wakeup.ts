import { Duration } from 'aws-cdk-lib';
import {
  Chain,
  Choice,
  Condition,
  type IChainable,
  type INextable,
  IntegrationPattern,
  type TaskStateBase,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { StepContract } from '#shared/contracts/steps';
import { failureOf } from './failure-of.ts';
import type { Flow } from './flow.ts';
import { beginWait, fallbackPollSeconds, WAITED_MS, WOKEN } from './poll-intervals.ts';
import { waitRetries } from './retry-policy.ts';
import { type StepInput, stepProps } from './run-step.ts';

type Parked = { taskToken: string; waitedMs: number; deadlineMs: number };
export type Wakeable<I> = {
  input: StepInput<Omit<I, keyof Parked>>;
  /** How long the wait may take. */
  seconds: number;
  /**
   * Maximum time of the wait in milliseconds, as JSONata text without `{%` and `%}`. Set by state machines that get
   * this time in their input.
   */
  deadlineMs?: string;
  next: IChainable;
  /**
   * If the output of the callback has the field with the name `field`, the state machine does `work`. The wait is not
   * over: after the work, the state machine polls again, with the same deadline.
   */
  meanwhile?: { field: string; work: TaskStateBase };
  /**
   * Another step, which runs before each poll that follows a timeout. It does not run after a wake-up. Its answer is
   * ignored.
   */
  between?: IChainable & INextable;
  /**
   * If the output of the callback has the field `overdue`, the state machine continues with `next`. The text `late` is
   * then stored in the state machine's variable of the same name.
   */
  overdue?: { next: IChainable; late: string };
};

/**
 * Waits for a callback (docs/spec/design.md#waiting-is-woken). The step stores the task token and polls once. If a
 * completion has `ready` true, the wait ends. If it has `ready` false, it is a wake-up: the state machine polls again
 * at once, or after a second if the completion has `soon`. Without a wake-up, the state machine polls again when the
 * task times out. The step gets the elapsed time, and decides whether the deadline has passed.
 */
export function waitForWakeup<I extends Parked>(
  flow: Flow,
  id: string,
  contract: StepContract<I, object>,
  { input, seconds, deadlineMs = String(seconds * 1000), next, meanwhile, between, overdue }: Wakeable<I>,
): IChainable {
  flow.parts.waitsFor(seconds);
  const payload = {
    ...input,
    taskToken: '{% $states.context.Task.Token %}',
    waitedMs: `{% ${WAITED_MS} %}`,
    deadlineMs: `{% ${deadlineMs} %}`,
  };
  const poll = LambdaInvoke.jsonata(flow.scope, id, {
    ...stepProps<Parked, object>(flow, contract, payload),
    integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    taskTimeout: Timeout.jsonata(fallbackPollSeconds(deadlineMs)),
  });
  for (const retry of waitRetries(contract)) poll.addRetry(retry);
  poll
    .addCatch(between ? Chain.start(between).next(poll) : poll, { errors: ['States.Timeout'] })
    .addCatch(flow.superseded, { errors: ['Superseded'] })
    .addCatch(flow.recordFailure, { assign: { failure: failureOf(contract.name) } });
  const isReady = Choice.jsonata(flow.scope, `${id}Ready`, { assign: WOKEN });
  isReady.when(Condition.jsonata('{% $states.input.ready %}'), next);
  if (overdue) {
    const { next: after, late } = overdue;
    isReady.when(Condition.jsonata('{% $exists($states.input.overdue) %}'), after, { assign: { late } });
  }
  if (meanwhile) {
    const { field, work } = meanwhile;
    isReady.when(Condition.jsonata(`{% $exists($states.input.${field}) %}`), Chain.start(work).next(poll));
  }
  const debounce = Wait.jsonata(flow.scope, `${id}Debounce`, { time: WaitTime.duration(Duration.seconds(1)) });
  isReady
    .when(Condition.jsonata('{% $exists($states.input.soon) %}'), debounce.next(poll), { assign: WOKEN })
    .otherwise(poll);
  return Chain.start(beginWait(flow.scope, id)).next(poll).next(isReady);
}
