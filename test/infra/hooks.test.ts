import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { roleStatements } from './role-statements.ts';
import { synth } from './synth.ts';

let template: Template;
beforeAll(() => {
  template = synth();
}, 60_000);

test('each event of the audit trail reaches the hooks from the bus, and a dead letter keeps what could not be told', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: { source: ['paddock'], detail: { event_types: [{ exists: true }] } },
    EventBusName: Match.anyValue(),
    Targets: [Match.objectLike({ DeadLetterConfig: Match.anyValue() })],
  });
});

test('secrets of hooks are written by the API, which cannot read them, and read by who signs with them', () => {
  const ofHooks = roleStatements(template).filter(({ resource }) => resource.endsWith('/hook/*'));
  expect(ofHooks.map(({ role, action }) => `${role} ${action}`).sort()).toEqual([
    'ApiapihookswebRole secretsmanager:CreateSecret',
    'ApiapihookswebRole secretsmanager:DeleteSecret',
    'ApiapihookswebRole secretsmanager:PutSecretValue',
    'HooksDeliverHooksRole secretsmanager:GetSecretValue',
  ]);
});
