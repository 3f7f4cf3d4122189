import { readFileSync } from 'node:fs';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MACHINE_NAMES } from '#machines/machine-names';
import { synth, synthStage } from './synth.ts';

const alarm = z.object({
  Properties: z.object({
    AlarmName: z.string(),
    AlarmDescription: z.string(),
    AlarmActions: z.array(z.unknown()),
    TreatMissingData: z.string(),
  }),
});
type Alarm = z.infer<typeof alarm>['Properties'];

let template: Template;
let monitoring: Template;
let alarms: Alarm[];
beforeAll(() => {
  ({ paddock: template, monitoring } = synthStage());
  alarms = Object.values(monitoring.findResources('AWS::CloudWatch::Alarm')).map((it) => alarm.parse(it).Properties);
}, 60_000);

const anchorIn = ({ AlarmDescription }: Alarm) => /docs\/runbook\.md#(alarm-[a-z0-9-]+)$/.exec(AlarmDescription)?.[1];
/** The anchor that GitHub creates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

test('every alarm names an entry of the runbook, and every entry belongs to an alarm', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const entries = [...runbook.matchAll(/^### (Alarm: .+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));
  expect(alarms.filter((it) => anchorIn(it) === undefined)).toEqual([]);
  expect([...new Set(alarms.map(anchorIn))].sort()).toEqual([...entries].sort());
});

test('every alarm is sent to the topic, and no data is no alarm', () => {
  expect(alarms.length).toBeGreaterThan(20);
  const [topic = ''] = Object.keys(template.findResources('AWS::SNS::Topic'));
  for (const { AlarmActions, TreatMissingData } of alarms) {
    expect(TreatMissingData).toBe('notBreaching');
    expect(AlarmActions).toEqual([{ 'Fn::ImportValue': expect.stringContaining(topic) }]);
  }
});

const named = (prefix: string) =>
  alarms.map(({ AlarmName }) => AlarmName).filter((it) => it.startsWith(`test-${prefix}-`));
const functionName = z.object({ Properties: z.object({ FunctionName: z.string() }) });

test('every function and every machine has an alarm of its own; runs that fail count once, where they begin', () => {
  const functions = Object.values(template.findResources('AWS::Lambda::Function'))
    .map((it) => functionName.parse(it).Properties.FunctionName.replace('test-', ''))
    .map((it) => `test-function-errors-${it}`);
  expect(named('function-errors').sort()).toEqual(functions.sort());
  expect(named('machine-stopped').sort()).toEqual(
    MACHINE_NAMES.flatMap((it) => ['timed-out', 'aborted'].map((how) => `test-machine-stopped-${it}-${how}`)).sort(),
  );
  expect(named('machine-failed')).toContain('test-machine-failed-process-order');
  expect(named('machine-failed')).not.toContain('test-machine-failed-create-cluster');
});

test('steps throw on purpose, so that only many errors of theirs wake somebody; one of any other function does', () => {
  const rings = (AlarmName: string, Threshold: number) =>
    monitoring.hasResourceProperties('AWS::CloudWatch::Alarm', { AlarmName, Threshold, MetricName: 'Errors' });
  rings('test-function-errors-steps-openstack', 20);
  rings('test-function-errors-syncs-dispatch-lost', 1);
});

test('one of twenty API calls that fail, for ten minutes, wakes somebody', () => {
  monitoring.hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmName: 'test-api-errors',
    MetricName: '5xx',
    Statistic: 'Average',
    Period: 300,
    EvaluationPeriods: 2,
    Threshold: 0.05,
  });
});

test('no alarm calculates: MiniStack refuses metric math', () => {
  monitoring.resourcePropertiesCountIs('AWS::CloudWatch::Alarm', { Metrics: Match.anyValue() }, 0);
});

test("the topic is encrypted with the stage's key, taken over TLS only, and CloudWatch alone may publish", () => {
  template.hasResourceProperties('AWS::SNS::Topic', { TopicName: 'test-alarms', KmsMasterKeyId: Match.anyValue() });
  template.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
        }),
      ]),
    },
  });
});

test('nobody is subscribed until addresses are configured', () => {
  template.resourceCountIs('AWS::SNS::Subscription', 0);
  const withReceivers = synth({
    PADDOCK_ALARM_EMAIL: 'ops@example.org',
    PADDOCK_ALARM_URL: 'https://alarms.example.org/in',
  });
  const subscribed = (Protocol: string, Endpoint: string) =>
    withReceivers.hasResourceProperties('AWS::SNS::Subscription', { Protocol, Endpoint });
  subscribed('email', 'ops@example.org');
  subscribed('https', 'https://alarms.example.org/in');
}, 60_000);
