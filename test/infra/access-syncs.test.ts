import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { synth } from './synth.ts';

test('members of projects are synced at once when a role is granted or revoked, and when a project is there (S1-004)', () => {
  const template = synth();
  const rules = template.findResources('AWS::Events::Rule', {
    Properties: { EventPattern: { 'detail-type': ['role_granted', 'role_revoked', 'project.created'] } },
  });
  expect(Object.values(rules)).toMatchObject([
    {
      Properties: {
        EventPattern: { source: ['paddock'] },
        Targets: [{ InputTransformer: { InputTemplate: expect.stringContaining('"sync_project_members"') } }],
      },
    },
  ]);
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: Match.objectLike({ 'detail-type': Match.arrayWith(['project.created']) }),
    Targets: [Match.objectLike({ DeadLetterConfig: Match.anyValue() })],
  });
}, 60_000);

test('access to clusters ends at once when a role ends or a user is deactivated', () => {
  synth().hasResourceProperties('AWS::Events::Rule', {
    EventPattern: Match.objectLike({ 'detail-type': Match.arrayWith(['role_revoked', 'user_deactivated']) }),
    Targets: [
      Match.objectLike({
        InputTransformer: { InputTemplate: Match.stringLikeRegexp('"end_cluster_access"') },
        DeadLetterConfig: Match.anyValue(),
      }),
    ],
  });
}, 60_000);
