import { Duration } from 'aws-cdk-lib';
import {
  Chain,
  Choice,
  Condition,
  type IChainable,
  type INextable,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { StepContract } from '#shared/contracts/steps';
import type { BareFlow } from './flow.ts';
import { beginWait, nextPauseSeconds, WAITED_MS } from './poll-intervals.ts';
import { runStep, type StepInput } from './run-step.ts';

/**
 * What happens if the step's answer is still false after this number of seconds. With `error` (the name of an error in
 * shared/errors.ts), the state machine fails with this error and the message `cause`. With `overdue`, the state machine
 * continues with this state. The text `late` is then stored in the state machine's variable of the same name.
 */
export type Deadline = { afterSeconds: number } & (
  | { error: string; cause: string }
  | { overdue: IChainable; late: string }
);

export type Polling = {
  deadline: Deadline;
  next: IChainable;
  /** Variables to set from each answer, as in `runStep`. */
  assign?: Record<string, string>;
  /** Fixed pause between two polls. Without this field, the pauses grow during the wait. */
  everySeconds?: number;
  /** Another step, which runs after each pause. Its answer is ignored. */
  meanwhile?: IChainable & INextable;
};

/**
 * Repeats a step until a field of its answer is true, such as `gone`, `ready` or `alone`. This is for events that wake
 * no state machine, such as deletions.
 * @param answer the name of the field that ends the loop
 */
export function pollUntil<I extends object, A extends string, O extends Record<A, boolean>>(
  flow: BareFlow,
  id: string,
  contract: StepContract<I, O>,
  input: StepInput<I>,
  answer: A,
  { deadline, next, assign, everySeconds, meanwhile }: Polling,
): IChainable {
  flow.parts.waitsFor(deadline.afterSeconds);
  const poll = runStep(flow, id, contract, input, assign);
  const pauseSeconds = nextPauseSeconds(String(deadline.afterSeconds * 1000));
  const time = everySeconds ? WaitTime.duration(Duration.seconds(everySeconds)) : WaitTime.seconds(pauseSeconds);
  const pause = Wait.jsonata(flow.scope, `${id}Pause`, { time });
  const isOver = Choice.jsonata(flow.scope, `${id}Done`).when(Condition.jsonata(`{% $states.input.${answer} %}`), next);
  const again = meanwhile ? pause.next(meanwhile) : pause;
  again.next(poll);
  whenOverdue(isOver, flow, deadline, contract.name).otherwise(pause);
  return Chain.start(beginWait(flow.scope, id)).next(poll).next(isOver);
}

function whenOverdue(choice: Choice, flow: BareFlow, deadline: Deadline, step: string): Choice {
  const isOverdue = Condition.jsonata(`{% ${WAITED_MS} >= ${deadline.afterSeconds * 1000} %}`);
  if ('overdue' in deadline) return choice.when(isOverdue, deadline.overdue, { assign: { late: deadline.late } });
  const { error, cause } = deadline;
  return choice.when(isOverdue, flow.recordFailure, { assign: { failure: { error, cause, step } } });
}
