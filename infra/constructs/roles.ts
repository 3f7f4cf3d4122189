import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { SECRET_PREFIXES } from '#shared/domain/_core/secret-name';
import { secretsUnder } from './grants.ts';
import { arnOf } from './platform.ts';

/** `children` are the deployed names of the state machines that this state machine starts. */
type Props = { functions: readonly IFunction[]; children: readonly string[] };

/** Rights for CloudWatch's vended log delivery. AWS grants these actions only for all resources. */
const DELIVER_LOGS = [
  'CreateLogDelivery',
  'GetLogDelivery',
  'UpdateLogDelivery',
  'DeleteLogDelivery',
  'ListLogDeliveries',
  'PutResourcePolicy',
  'DescribeResourcePolicies',
  'DescribeLogGroups',
].map((action) => `logs:${action}`);
const TRACE = ['PutTraceSegments', 'PutTelemetryRecords', 'GetSamplingRules', 'GetSamplingTargets'].map(
  (action) => `xray:${action}`,
);

/**
 * The role of a state machine. It may invoke only the functions of its steps and start only its child machines. The
 * role that CDK makes would allow every version of a function.
 */
export class MachineRole extends Role {
  constructor(scope: Construct, id: string, { functions, children }: Props) {
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: functions.map(({ functionArn }) => functionArn),
    });
    const statements = [invoke, ...(children.length > 0 ? runChildren(scope, children) : []), everywhere()];
    super(scope, id, {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: { own: new PolicyDocument({ statements }) },
    });
    acknowledgeWildcard(this, '*', 'Vended logs and X-Ray know no resources.');
    for (const name of children) {
      acknowledgeWildcard(this, executionsOf(scope, name), 'The runs of the one machine it starts.');
    }
  }
}

const executionsOf = (scope: Construct, name: string): string => arnOf(scope, 'states', 'execution', `${name}:*`);

/**
 * Rights that the integration `.sync` needs: to start, describe and stop executions, and to use the rule that reports
 * the end of an execution to Step Functions.
 */
function runChildren(scope: Construct, children: readonly string[]): PolicyStatement[] {
  const rule = arnOf(scope, 'events', 'rule', 'StepFunctionsGetEventsForStepFunctionsExecutionRule', '/');
  const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
  return [
    allow(
      ['states:StartExecution'],
      children.map((name) => arnOf(scope, 'states', 'stateMachine', name)),
    ),
    allow(
      ['states:DescribeExecution', 'states:StopExecution'],
      children.map((name) => executionsOf(scope, name)),
    ),
    allow(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], [rule]),
  ];
}

const everywhere = () => new PolicyStatement({ actions: [...DELIVER_LOGS, ...TRACE], resources: ['*'] });

/** Acknowledges cdk-nag's finding about one wildcard, with a reason. cdk-nag still reports all other wildcards. */
function acknowledgeWildcard(role: Construct, resource: string, reason: string): void {
  // cdk-nag writes the reference to the partition as `<AWS::Partition>`.
  const finding = resource.replaceAll(Aws.PARTITION, '<AWS::Partition>');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${finding}]`, reason });
}

type FunctionRoleProps = { logGroup: ILogGroup; grants: readonly PolicyStatement[]; inVpc: boolean; stage: string };

/**
 * The role of one function: its grants, and rights to its log group and traces. A function in a VPC also gets rights to
 * network interfaces. The role has no managed policies.
 */
export class FunctionRole extends Role {
  constructor(scope: Construct, id: string, { logGroup, grants, inVpc, stage }: FunctionRoleProps) {
    const statements = [...grants, writeLogs(logGroup), writeTraces(), ...(inVpc ? [useNetworkInterfaces()] : [])];
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { own: new PolicyDocument({ statements }) },
    });
    acknowledgeWildcard(this, '*', 'X-Ray, EC2 network interfaces and dynamodb:ListStreams know no resources.');
    for (const prefix of SECRET_PREFIXES) {
      const reason = 'One secret per provider below the prefix of a backend, made at run time.';
      acknowledgeWildcard(this, secretsUnder(scope, stage, prefix), reason);
    }
    for (const resource of grants.flatMap(({ resources }) => resources).filter((it) => it.includes(':execution:'))) {
      acknowledgeWildcard(this, resource, 'The runs of one machine, which have the names of operations.');
    }
    for (const bucket of bucketsIn(scope, grants)) {
      acknowledgeWildcard(this, `<${bucket}.Arn>/*`, 'Copies of clusters, whose uuids are known at run time only.');
    }
  }
}

/** Logical ids of the buckets in which the grants allow access to all objects. */
const bucketsIn = (scope: Construct, grants: readonly PolicyStatement[]): string[] =>
  grants
    .flatMap(({ resources }) => resources)
    .flatMap((resource) => {
      const written = JSON.stringify(Stack.of(scope).resolve(resource));
      return /\{"Fn::GetAtt":\["(\w+)","Arn"\]\},"\/\*"/.exec(written)?.[1] ?? [];
    });

function writeLogs(logGroup: ILogGroup): PolicyStatement {
  return new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
}

const writeTraces = () =>
  new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] });

function useNetworkInterfaces(): PolicyStatement {
  return new PolicyStatement({
    actions: ['ec2:CreateNetworkInterface', 'ec2:DescribeNetworkInterfaces', 'ec2:DeleteNetworkInterface'],
    resources: ['*'],
  });
}
