import { Stack } from 'aws-cdk-lib';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { QueryLanguage, StateGraph, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Backend, StepFunctions } from './_blocks/flow.ts';
import { DEFAULT_DEADLINES } from './deadlines.ts';
import { type MachineName, machines } from './registry.ts';

const HERE = 'us-east-1:000000000000';
/** The ASL of every machine as text, with made-up ARNs and default deadlines, as committed beside its definition. */
export function aslTexts(): ReadonlyMap<MachineName, string> {
  const stack = new Stack();
  const step = (backend: Backend) =>
    LambdaFunction.fromFunctionArn(stack, backend, `arn:aws:lambda:${HERE}:function:stage-steps-${backend}`);
  const functions: StepFunctions = {
    records: step('records'),
    openstack: step('openstack'),
    infrastructure: step('infrastructure'),
    rancher: step('rancher'),
    vault: step('vault'),
    argocd: step('argocd'),
    keycloak: step('keycloak'),
    watch: step('watch'),
    access: step('access'),
  };
  return new Map(
    machines(DEFAULT_DEADLINES).map(({ name, timeout, define }) => {
      const scope = new Construct(stack, name);
      const started = (child: MachineName) =>
        StateMachine.fromStateMachineArn(scope, child, `arn:aws:states:${HERE}:stateMachine:stage-${child}`);
      const graph = new StateGraph(define(scope, functions, started).startState, name);
      graph.timeout = timeout;
      const asl: unknown = withoutTokens(stack.resolve(graph.toGraphJson(QueryLanguage.JSONATA)));
      return [name, `${JSON.stringify(asl, null, 2)}\n`];
    }),
  );
}

/** CDK writes service ARNs as `Fn::Join` over the partition, which is `aws` here. */
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
