import { Duration } from 'aws-cdk-lib';
import { TaskInput, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke, type LambdaInvokeJsonataProps } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { type StepContract, steps } from '#shared/contracts/steps';
import { failureOf } from './failure-of.ts';
import { type BareFlow, executionInput } from './flow.ts';
import type { Backend } from './machine.ts';
import { callRetries } from './retry-policy.ts';

/** JSONata texts for all fields of a step's input. The contract's type requires every field. */
export type StepInput<I> = { readonly [Field in keyof I]: string };

/**
 * Timeout of the state. A step's Lambda ends earlier (`stepTimeoutSeconds`), so that the Lambda's own error is seen.
 */
const STEP_TASK_TIMEOUT = Duration.seconds(90);

const isBackend = (name: string): name is Backend => name in steps;

/** The Lambda and the payload of a step. `records.beginOrder` is the step `beginOrder` of the Lambda `records`. */
export function stepProps<I extends object, O>(
  { parts }: Pick<BareFlow, 'parts'>,
  contract: StepContract<I, O>,
  input: StepInput<I>,
): LambdaInvokeJsonataProps {
  const backend = contract.name.split('.')[0] ?? '';
  if (!isBackend(backend)) throw new Error(`no Lambda function has the step ${contract.name}`);
  const payload = { step: contract.name, correlationId: executionInput('correlationId'), input };
  return {
    lambdaFunction: parts.functionOf(backend),
    payload: TaskInput.fromObject(payload),
    // CDK's default retries are off. They would come before Paddock's retries, and they have no jitter.
    retryOnServiceExceptions: false,
  };
}

/** A step with the usual retries and timeout but without Catch, for blocks that catch errors themselves. */
export function bareStep<I extends object, O>(
  flow: Pick<BareFlow, 'parts'>,
  id: string,
  contract: StepContract<I, O>,
  input: StepInput<I>,
  props: Partial<LambdaInvokeJsonataProps> = {},
): LambdaInvoke {
  const task = LambdaInvoke.jsonata(flow.parts.scope, id, {
    ...stepProps(flow, contract, input),
    outputs: '{% $states.result.Payload %}',
    taskTimeout: Timeout.duration(STEP_TASK_TIMEOUT),
    ...props,
  });
  for (const retry of callRetries(contract)) task.addRetry(retry);
  return task;
}

/**
 * A step with the usual retries, timeout and Catch. The step's answer is the output of the state.
 * @param assign variables that are set from the answer, such as `{first: '{% $states.result.Payload.first %}'}`
 */
export function runStep<I extends object, O>(
  flow: BareFlow,
  id: string,
  contract: StepContract<I, O>,
  input: StepInput<I>,
  assign?: Record<string, string>,
): LambdaInvoke {
  const task = bareStep(flow, id, contract, input, assign && { assign });
  task
    .addCatch(flow.superseded, { errors: ['Superseded'] })
    .addCatch(flow.recordFailure, { assign: { failure: failureOf(contract.name) } });
  return task;
}
