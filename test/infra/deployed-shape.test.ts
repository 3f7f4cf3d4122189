import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { API_ROUTES } from '#functions/api/api-routes';
import { synthStage } from './synth.ts';

let template: Template;
let monitoring: Template;
beforeAll(() => {
  ({ paddock: template, monitoring } = synthStage());
}, 60_000);

const logged = z.object({
  Properties: z.object({
    FunctionName: z.string(),
    LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }),
  }),
});
const destinations = z.object({
  Properties: z.object({ LoggingConfiguration: z.object({ Destinations: z.array(z.unknown()).length(1) }) }),
});
const routeKey = z.object({ Properties: z.object({ RouteKey: z.string() }) });
const routes = () =>
  Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map((it) => routeKey.parse(it).Properties.RouteKey);

test('every collection is forwarded with anything below it, documents alone; the rest has a function too', () => {
  const keys = API_ROUTES.flatMap(({ path, below }) => [`ANY ${path}`, ...(below ? [`ANY ${path}/{proxy+}`] : [])]);
  expect(routes().sort()).toEqual([...keys, '$default'].sort());
  expect(keys).toEqual(
    expect.arrayContaining(['ANY /api/users', 'ANY /api/users/{proxy+}', 'ANY /api/docs', 'ANY /api']),
  );
});

test('no key of the gateway ends in a slash', () => {
  expect(routes().filter((key) => key.endsWith('/'))).toEqual([]);
});

test('the API is at most ten functions, besides three for calls of other systems', () => {
  const integrations = Object.keys(template.findResources('AWS::ApiGatewayV2::Integration'));
  expect(integrations.length).toBeLessThanOrEqual(13);
});

/** Variables of the access logs of HTTP APIs, as far as a log without authorizers may need them (AWS's documentation). */
const OF_HTTP_APIS = new Set([
  ...['accountId', 'apiId', 'domainName', 'domainPrefix', 'dataProcessed', 'error.message', 'error.responseType'],
  ...['extendedRequestId', 'httpMethod', 'identity.sourceIp', 'identity.userAgent', 'integrationErrorMessage'],
  ...['integrationLatency', 'integrationStatus', 'path', 'protocol', 'requestId', 'requestTime', 'requestTimeEpoch'],
  ...['responseLatency', 'responseLength', 'routeKey', 'stage', 'status'],
]);

test('the gateway is throttled and writes an access log', () => {
  template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    StageName: '$default',
    AutoDeploy: true,
    AccessLogSettings: { Format: Match.stringLikeRegexp('context.path.*context.status.*context.responseLatency') },
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
  });
});

test('the access log asks for nothing that an HTTP API lacks', () => {
  const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
  const format = JSON.stringify(stage?.Properties?.AccessLogSettings?.Format);
  const asked = [...format.matchAll(/\$context\.([\w.]+)/g)].map(([, name]) => name);
  expect(asked.filter((name = '') => !OF_HTTP_APIS.has(name))).toEqual([]);
});

test('the dispatcher sees new outbox rows only, and a poison one reaches the dead-letter queue alone', () => {
  template.resourceCountIs('AWS::Lambda::EventSourceMapping', 2);
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    FilterCriteria: {
      Filters: [{ Pattern: '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"kind":{"S":["OUTBOX"]}}}}' }],
    },
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRetryAttempts: 5,
    DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
  });
});

test('the bus gets new events only, in their order and as long as the stream has them', () => {
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    FilterCriteria: {
      Filters: [{ Pattern: '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"kind":{"S":["AUDIT"]}}}}' }],
    },
    StartingPosition: 'TRIM_HORIZON',
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRetryAttempts: Match.absent(),
  });
});

const scheduled = (name: string) =>
  Match.objectLike({
    Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp(`^${name}`), 'Arn'] },
    DeadLetterConfig: Match.anyValue(),
  });

test('what the stream lost is dispatched every minute', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(1 minute)',
    Targets: [scheduled('Dispatchsyncsdispatchlost')],
  });
});

test('orders that nobody works on any more are looked for every five minutes', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(5 minutes)',
    Targets: [scheduled('SyncsRescueOrders')],
  });
});

test('every cluster is pulled once a day, by the function that watches those that are OK (S0-140)', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    // The CDK writes a rate of 24 hours as `rate(1 day)`.
    ScheduleExpression: 'rate(1 day)',
    Targets: [
      Match.objectLike({
        Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^SyncsWatchClusters'), 'Arn'] },
        Input: '{"job":"pull_all_clusters_nodes"}',
        DeadLetterConfig: Match.anyValue(),
      }),
    ],
  });
});

test('dead letters are encrypted and travel over TLS only', () => {
  template.hasResourceProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true, MessageRetentionPeriod: 1_209_600 });
  template.hasResourceProperties('AWS::SQS::QueuePolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]),
    },
  });
});

test('every event of the bus ends up in the audit log', () => {
  template.hasResourceProperties('AWS::Events::EventBus', { Name: 'paddock-test' });
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: { source: ['paddock'] },
    Targets: [Match.objectLike({ Id: 'AuditLog' })],
  });
});

test('every function has traces, JSON logs with retention and a name of the stage', () => {
  const count = Object.keys(template.findResources('AWS::Lambda::Function')).length;
  const props = { Runtime: 'nodejs24.x', TracingConfig: { Mode: 'Active' }, Handler: 'index.handler' };
  template.resourcePropertiesCountIs(
    'AWS::Lambda::Function',
    {
      ...props,
      FunctionName: Match.stringLikeRegexp('^test-'),
      LoggingConfig: Match.objectLike({ LogFormat: 'JSON' }),
    },
    count,
  );
  const groups = Object.keys(template.findResources('AWS::Logs::LogGroup')).length;
  template.resourcePropertiesCountIs('AWS::Logs::LogGroup', { RetentionInDays: 30 }, groups);
});

test('machines are logged without execution data, which holds task tokens', () => {
  template.resourcePropertiesCountIs(
    'AWS::StepFunctions::StateMachine',
    {
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: Match.objectLike({ Level: 'ALL', IncludeExecutionData: false }),
    },
    Object.keys(template.findResources('AWS::StepFunctions::StateMachine')).length,
  );
});

test('functions of the API, steps and machines have one log group each; no other function shares its own', () => {
  const groupsOf = (prefix: RegExp) =>
    Object.values(template.findResources('AWS::Lambda::Function'))
      .map((it) => logged.parse(it).Properties)
      .filter(({ FunctionName }) => prefix.test(FunctionName))
      .map(({ LoggingConfig }) => LoggingConfig.LogGroup.Ref);
  expect(new Set(groupsOf(/^test-(api|webhooks)-/)).size).toBe(1);
  expect(new Set(groupsOf(/^test-steps-/)).size).toBe(1);
  const alone = groupsOf(/^test-(?!api|webhooks|steps)/);
  expect(new Set(alone).size).toBe(alone.length);
  const ofMachines = Object.values(template.findResources('AWS::StepFunctions::StateMachine')).map((it) =>
    JSON.stringify(destinations.parse(it).Properties.LoggingConfiguration.Destinations),
  );
  expect(new Set(ofMachines).size).toBe(1);
});

test('what others rely on is an output', () => {
  const { Outputs } = z.object({ Outputs: z.record(z.string(), z.unknown()) }).parse(template.toJSON());
  expect(Object.keys(Outputs)).toEqual(
    expect.arrayContaining(['ApiId', 'ApiUrl', 'TableName', 'CreateStaffFunctionName']),
  );
});

const resources = z.object({ Resources: z.record(z.string(), z.unknown()) });

test('each stack has four fifths of the five hundred resources at most that CloudFormation takes', () => {
  const counts = [template, monitoring].map((it) => Object.keys(resources.parse(it.toJSON()).Resources).length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(400);
});

test('one role invokes the functions of the API', () => {
  const integrations = template.findResources('AWS::ApiGatewayV2::Integration');
  const invoked = { CredentialsArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('GatewayRole'), 'Arn'] } };
  template.resourcePropertiesCountIs('AWS::ApiGatewayV2::Integration', invoked, Object.keys(integrations).length);
});

test('what the alarms take from the other stack are things that are kept, so that functions and machines can be removed', () => {
  const taken = new Set(JSON.stringify(monitoring.toJSON()).match(/paddock-test:ExportsOutput\w+/g));
  const kinds = [...taken].map((it) => it.replace(/^.*ExportsOutput(Ref|FnGetAtt)/, '').replace(/[0-9A-F]{8}.*$/, ''));
  expect(kinds.sort()).toEqual(['DataAuditTable', 'DataDeadLetters', 'DataTable', 'GatewayApi', 'Topic']);
});
