import type { Duration } from 'aws-cdk-lib';
import { Chain, Choice, Condition, type IChainable, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import type { StepContract } from '#shared/contracts/steps';
import type { Flow } from './flow.ts';
import { beginWait, NEXT_LOOK_SECONDS, WAITED_MS } from './patience.ts';
import { runStep, type StepInput } from './run-step.ts';

/** Past the deadline the machine fails with this error (a name of shared/errors.ts) and sentence. */
export type Deadline = { after: Duration; error: string; cause: string };

/**
 * Runs a step until it answers `gone` (or `ready`) true, for what nothing wakes us up about, such as deletes.
 * @param answer the reply's field that ends the loop
 */
export function lookUntil<I extends object, A extends string>(
  flow: Flow,
  id: string,
  contract: StepContract<I, Record<A, boolean>>,
  input: StepInput<I>,
  answer: NoInfer<A>,
  deadline: Deadline,
  next: IChainable,
): IChainable {
  const look = runStep(flow, id, contract, input);
  const pause = Wait.jsonata(flow.scope, `${id}Pause`, { time: WaitTime.seconds(NEXT_LOOK_SECONDS) });
  const failure = { error: deadline.error, cause: deadline.cause, step: contract.name };
  const isOver = Choice.jsonata(flow.scope, `${id}Done`)
    .when(Condition.jsonata(`{% $states.input.${answer} %}`), next)
    .when(Condition.jsonata(`{% ${WAITED_MS} > ${deadline.after.toMilliseconds()} %}`), flow.recordFailure, {
      assign: { failure },
    })
    .otherwise(pause.next(look));
  return Chain.start(beginWait(flow.scope, id)).next(look).next(isOver);
}
