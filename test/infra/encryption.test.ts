import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { synth } from './synth.ts';

let template: Template;
let key: unknown;
beforeAll(() => {
  template = synth();
  const [id] = Object.keys(template.findResources('AWS::KMS::Key'));
  key = { 'Fn::GetAtt': [id, 'Arn'] };
}, 60_000);

test("table, log groups and topic are encrypted with the stage's own key, which rotates", () => {
  template.resourceCountIs('AWS::KMS::Key', 1);
  template.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
  template.hasResourceProperties('AWS::DynamoDB::Table', { SSESpecification: { KMSMasterKeyId: key } });
  const groups = Object.keys(template.findResources('AWS::Logs::LogGroup')).length;
  template.resourcePropertiesCountIs('AWS::Logs::LogGroup', { KmsKeyId: key }, groups);
  template.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: key });
});

const statement = (Sid: string) => (it: Record<string, unknown>) =>
  template.hasResourceProperties('AWS::KMS::Key', {
    KeyPolicy: { Statement: Match.arrayWith([Match.objectLike({ Sid, ...it })]) },
  });

test('the key serves the table through DynamoDB only, for callers of this account', () => {
  statement('ThroughDynamoDB')({
    Principal: { AWS: '*' },
    Condition: {
      StringEquals: { 'kms:CallerAccount': '000000000000', 'kms:ViaService': 'dynamodb.us-east-1.amazonaws.com' },
    },
  });
});

test("CloudWatch may use it for this account's log groups and alarms", () => {
  statement('LogGroups')({
    Principal: { Service: 'logs.us-east-1.amazonaws.com' },
    Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': Match.anyValue() } },
  });
  statement('Alarms')({
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
  });
});

test('a stage that keeps its table keeps the key to it', () => {
  const policyOf = (removal: string) =>
    Object.values(synth({ PADDOCK_REMOVAL_POLICY: removal }).findResources('AWS::KMS::Key'))[0]?.DeletionPolicy;
  expect(policyOf('retain')).toBe('Retain');
  expect(policyOf('destroy')).toBe('Delete');
}, 60_000);
