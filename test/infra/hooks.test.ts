import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { HOOKS_UNTOLD } from '#shared/contracts/rest/events';
import { roleStatements } from './role-statements.ts';
import { synth } from './synth.ts';

let template: Template;
beforeAll(() => {
  template = synth();
}, 60_000);

test('the bus brings events again that hooks could not be told of, and a dead letter keeps what still could not', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: { source: ['paddock'], 'detail-type': [HOOKS_UNTOLD] },
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
