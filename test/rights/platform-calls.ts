import { z } from 'zod';
import { allStates, asl, isCallback, isChildStart, isLambda, type State } from '#test/infra/asl';
import type { AwsCall } from './aws-request.ts';
import type { Resource } from './stage-template.ts';

/**
 * A call that AWS itself makes, in the name of a role or of an AWS service. Our code does not send this call, so it is
 * derived from the template instead of recorded. `by` is a role's id or a service's name.
 */
export type PlatformCall = AwsCall & { by: string; context?: Record<string, string> };

const roleId = (roleArn: string) => roleArn.replace(/^.*:role\//, '');
const TRACES = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const everywhere = (by: string, actions: readonly string[]): PlatformCall[] =>
  actions.map((action) => ({ by, action, resource: '*' }));

const functionProperties = z.object({
  FunctionName: z.string(),
  Role: z.string().transform(roleId),
  LoggingConfig: z.object({ LogGroup: z.string() }),
  TracingConfig: z.object({ Mode: z.literal('Active') }).optional(),
  DeadLetterConfig: z.object({ TargetArn: z.string() }).optional(),
});

const streamOf = (group: string, name: string) =>
  `arn:aws:logs:us-east-1:000000000000:log-group:${group}:log-stream:${name}`;

/** The calls that Lambda makes for a function: for logs, traces and the dead-letter queue. */
function callsOfFunction(properties: unknown): PlatformCall[] {
  const {
    FunctionName,
    Role: by,
    LoggingConfig,
    TracingConfig,
    DeadLetterConfig,
  } = functionProperties.parse(properties);
  const stream = streamOf(LoggingConfig.LogGroup, `2026/01/01/${FunctionName}[$LATEST]0`);
  return [
    ...['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ by, action, resource: stream })),
    ...(TracingConfig ? everywhere(by, TRACES) : []),
    ...(DeadLetterConfig ? [{ by, action: 'sqs:SendMessage', resource: DeadLetterConfig.TargetArn }] : []),
  ];
}

const mappingProperties = z.object({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }).optional(),
});

/** Lambda reads a stream with the role of the function that it invokes (Lambda's guide, "Using AWS Lambda with Amazon DynamoDB"). */
function callsOfMapping(properties: unknown, roleOf: (functionName: string) => string): PlatformCall[] {
  const { FunctionName, EventSourceArn, DestinationConfig } = mappingProperties.parse(properties);
  const by = roleOf(FunctionName);
  const reads = ['DescribeStream', 'GetRecords', 'GetShardIterator'];
  const failed = DestinationConfig?.OnFailure.Destination;
  return [
    ...reads.map((name) => ({ by, action: `dynamodb:${name}`, resource: EventSourceArn })),
    ...everywhere(by, ['dynamodb:ListStreams']),
    ...(failed ? [{ by, action: 'sqs:SendMessage', resource: failed }] : []),
  ];
}

const machineProperties = z.object({
  RoleArn: z.string().transform(roleId),
  DefinitionString: z.string().transform((text) => asl.parse(JSON.parse(text))),
  LoggingConfiguration: z.unknown().optional(),
  TracingConfiguration: z.unknown().optional(),
});
const invocation = z.object({ FunctionName: z.string() });
const start = z.object({ StateMachineArn: z.string() });

/** Rights of a state machine that logs and traces (Step Functions' guide, "Logging using CloudWatch Logs" and "AWS X-Ray"). */
const DELIVERY = [
  ...['CreateLogDelivery', 'GetLogDelivery', 'UpdateLogDelivery', 'DeleteLogDelivery', 'ListLogDeliveries'],
  ...['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'],
].map((name) => `logs:${name}`);
const SAMPLING = ['xray:GetSamplingRules', 'xray:GetSamplingTargets'];
const RULE = 'arn:aws:events:us-east-1:000000000000:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule';

/**
 * The calls that AWS makes for one state. If the state waits for a child execution, AWS watches the child through a
 * rule, and stops the child with its parent (Step Functions' guide, "Start a new workflow").
 */
function callsOfState(by: string, state: State): PlatformCall[] {
  if (state.Type !== 'Task') return [];
  if (isLambda(state)) {
    return [{ by, action: 'lambda:InvokeFunction', resource: invocation.parse(state.Arguments).FunctionName }];
  }
  if (!isChildStart(state)) return [{ by, action: 'unknown:Task', resource: state.Resource }];
  const machine = start.parse(state.Arguments).StateMachineArn;
  const run = `${machine.replace(':stateMachine:', ':execution:')}:some-run`;
  return [
    { by, action: 'states:StartExecution', resource: machine },
    ...['states:DescribeExecution', 'states:StopExecution'].map((action) => ({ by, action, resource: run })),
    ...['events:PutTargets', 'events:PutRule', 'events:DescribeRule'].map((action) => ({ by, action, resource: RULE })),
  ];
}

function callsOfMachine(properties: unknown): PlatformCall[] {
  const made = machineProperties.parse(properties);
  const by = made.RoleArn;
  return [
    ...allStates(made.DefinitionString).flatMap(([, state]) => callsOfState(by, state)),
    ...(made.LoggingConfiguration ? everywhere(by, DELIVERY) : []),
    ...(made.TracingConfiguration ? everywhere(by, [...TRACES, ...SAMPLING]) : []),
  ];
}

const ruleProperties = z.object({
  Targets: z.array(
    z.object({
      Arn: z.string(),
      RoleArn: z.string().transform(roleId).optional(),
      DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
    }),
  ),
});
const EVENT_BRIDGE = 'events.amazonaws.com';

/** EventBridge starts state machines in the name of a role, and makes all other calls in its own name. */
function callsOfRule(id: string, properties: unknown): PlatformCall[] {
  const context = { 'aws:SourceArn': `arn:aws:events:us-east-1:000000000000:rule/${id}` };
  return ruleProperties.parse(properties).Targets.flatMap(({ Arn, RoleArn, DeadLetterConfig }) => {
    const own = (action: string, resource: string) => ({ by: EVENT_BRIDGE, action, resource, context });
    const failed = DeadLetterConfig ? [own('sqs:SendMessage', DeadLetterConfig.Arn)] : [];
    if (RoleArn) return [{ by: RoleArn, action: 'states:StartExecution', resource: Arn }, ...failed];
    if (!Arn.includes(':log-group:')) return [own('lambda:InvokeFunction', Arn), ...failed];
    const stream = `${Arn}:log-stream:some-stream`;
    return ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => own(action, stream));
  });
}

const integrationProperties = z.object({ CredentialsArn: z.string().transform(roleId), IntegrationUri: z.string() });

function callsOfIntegration(properties: unknown): PlatformCall[] {
  const { CredentialsArn: by, IntegrationUri: resource } = integrationProperties.parse(properties);
  return [{ by, action: 'lambda:InvokeFunction', resource }];
}

export function platformCalls(
  resources: readonly Resource[],
  roleOf: (functionName: string) => string,
): PlatformCall[] {
  const of: Record<string, (it: Resource) => PlatformCall[]> = {
    'AWS::Lambda::Function': ({ properties }) => callsOfFunction(properties),
    'AWS::Lambda::EventSourceMapping': ({ properties }) => callsOfMapping(properties, roleOf),
    'AWS::StepFunctions::StateMachine': ({ properties }) => callsOfMachine(properties),
    'AWS::Events::Rule': ({ id, properties }) => callsOfRule(id, properties),
    'AWS::ApiGatewayV2::Integration': ({ properties }) => callsOfIntegration(properties),
  };
  return resources.flatMap((it) => of[it.type]?.(it) ?? []);
}

/** ARNs of the state machines that issue task tokens. */
export const machinesThatWait = (resources: readonly Resource[]): string[] =>
  resources.flatMap(({ type, properties }) => {
    if (type !== 'AWS::StepFunctions::StateMachine') return [];
    const states = allStates(machineProperties.parse(properties).DefinitionString);
    const name = z.string().parse(properties.StateMachineName);
    return states.some(([, state]) => isCallback(state))
      ? [`arn:aws:states:us-east-1:000000000000:stateMachine:${name}`]
      : [];
  });
