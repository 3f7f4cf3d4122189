import { Stack } from 'aws-cdk-lib';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { QueryLanguage, StateGraph, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { type Backend, type Built, build, type Started, type StepFunctions } from './_blocks/machine.ts';
import { DEFAULT_DEADLINES } from './deadlines.ts';
import type { MachineName } from './machine-names.ts';
import { makeMachines } from './registry.ts';

const HERE = 'us-east-1:000000000000';
const stepLambda = (stack: Stack, backend: Backend) =>
  LambdaFunction.fromFunctionArn(stack, backend, `arn:aws:lambda:${HERE}:function:stage-steps-${backend}`);

/** Functions with ARNs that do not exist. They are enough to write the state machines as text. */
export const madeUpFunctions = (stack: Stack): StepFunctions => ({
  records: stepLambda(stack, 'records'),
  openstack: stepLambda(stack, 'openstack'),
  infrastructure: stepLambda(stack, 'infrastructure'),
  rancher: stepLambda(stack, 'rancher'),
  'cluster-api': stepLambda(stack, 'cluster-api'),
  vault: stepLambda(stack, 'vault'),
  argocd: stepLambda(stack, 'argocd'),
  keycloak: stepLambda(stack, 'keycloak'),
  watch: stepLambda(stack, 'watch'),
  access: stepLambda(stack, 'access'),
});

/** Builds all state machines with ARNs that do not exist, and with the default deadlines. */
function buildAll(stack: Stack): ReadonlyMap<MachineName, Built & Started> {
  const functions = madeUpFunctions(stack);
  return makeMachines<Built & Started>((machine, started) => {
    const { name } = machine;
    const scope = new Construct(stack, name);
    return {
      ...build(machine, { scope, functions, deadlines: DEFAULT_DEADLINES, started }),
      machine: StateMachine.fromStateMachineArn(scope, 'Machine', `arn:aws:states:${HERE}:stateMachine:stage-${name}`),
    };
  });
}

/**
 * The definition (ASL) of each state machine as text. The repository keeps each text in the same folder as
 * `definition.ts`.
 */
export function aslTexts(): ReadonlyMap<MachineName, string> {
  const stack = new Stack();
  return new Map(
    [...buildAll(stack)].map(([name, { chain, timeout }]) => {
      const graph = new StateGraph(chain.startState, name);
      graph.timeout = timeout;
      const asl: unknown = withoutTokens(stack.resolve(graph.toGraphJson(QueryLanguage.JSONATA)));
      return [name, `${JSON.stringify(asl, null, 2)}\n`];
    }),
  );
}

/**
 * State machines that run steps of `watch`, which store task tokens. Functions complete such a token to wake the state
 * machine.
 */
export const waitingMachines = (): MachineName[] =>
  [...buildAll(new Stack())].filter(([, { parts }]) => parts.backends.has('watch')).map(([name]) => name);

/**
 * Replaces CDK's references in ARNs. CDK writes an ARN as `Fn::Join` of several parts. One of these parts is a
 * reference to the partition, and is replaced by `aws`.
 */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== 'object' || value === null) return value;
  if ('Ref' in value && value.Ref === 'AWS::Partition') return 'aws';
  if ('Fn::Join' in value && Array.isArray(value['Fn::Join'])) {
    const [separator, parts] = value['Fn::Join'];
    return parts.map(withoutTokens).join(separator);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTokens(inner)]));
}
