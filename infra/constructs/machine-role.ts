import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { acknowledgeWildcard } from './acknowledge-wildcard.ts';
import { arnOf } from './arn-of.ts';

/** `children` are names of state machines as deployed. */
type Props = { functions: readonly IFunction[]; children: readonly string[] };

/** CloudWatch's vended log delivery. None of these actions takes a resource. */
const DELIVER_LOGS = [
  ...['CreateLogDelivery', 'GetLogDelivery', 'UpdateLogDelivery', 'DeleteLogDelivery', 'ListLogDeliveries'],
  ...['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'],
].map((action) => `logs:${action}`);
const TRACE = ['PutTraceSegments', 'PutTelemetryRecords', 'GetSamplingRules', 'GetSamplingTargets'].map(
  (action) => `xray:${action}`,
);

/** A machine may invoke only its steps and run only its children. CDK's own role would allow every version of a function. */
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

/** The rights for `.sync`: start, describe and stop, and the rule that notifies Step Functions of the end. */
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
