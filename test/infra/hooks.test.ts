import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { HOOKS_PENDING } from '#shared/contracts/rest/audit/events';
import { roleStatements } from './role-statements.ts';
import { synth } from './synth.ts';

let template: Template;
beforeAll(() => {
  template = synth();
}, 60_000);

test('the bus brings events again that could not be sent to hooks, and a dead letter keeps what still could not', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: { source: ['paddock'], 'detail-type': [HOOKS_PENDING] },
    EventBusName: Match.anyValue(),
    Targets: [Match.objectLike({ DeadLetterConfig: Match.anyValue() })],
  });
});

test('the key that secrets of hooks are encrypted by is read by who makes them and by who signs with them, and by nobody else', () => {
  const rights = (below: string) =>
    roleStatements(template)
      .filter(({ resource }) => resource.endsWith(`/${below}/*`))
      .map(({ role, action }) => `${role} ${action}`)
      .sort();
  expect(rights('hook-key')).toEqual([
    'ApiapihooksRole secretsmanager:GetSecretValue',
    'HooksDeliverHooksRole secretsmanager:GetSecretValue',
  ]);
  // These rights serve hooks of older releases, whose secrets are in the secret store. Such a secret moves into the
  // hook's record at the next delivery, or is deleted with its hook.
  expect(rights('hook')).toEqual([
    'ApiapihooksRole secretsmanager:DeleteSecret',
    'HooksDeliverHooksRole secretsmanager:DeleteSecret',
    'HooksDeliverHooksRole secretsmanager:GetSecretValue',
  ]);
});
