import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { beforeAll, expect, test } from 'vitest';
import { SingleTable } from '#infra/constructs/single-table';
import { INDEX_NAMES } from '#shared/contracts/table';

const templateOf = (removalPolicy: RemovalPolicy): Template => {
  const stack = new Stack(new App(), 'Data');
  new SingleTable(stack, 'Table', { removalPolicy, key: new Key(stack, 'Key'), indexNames: INDEX_NAMES });
  return Template.fromStack(stack);
};
let kept: Template;
beforeAll(() => {
  kept = templateOf(RemovalPolicy.RETAIN);
}, 60_000);

test('the table is encrypted, can be restored to any second, and forgets expired rows', () => {
  kept.hasResourceProperties('AWS::DynamoDB::Table', {
    BillingMode: 'PAY_PER_REQUEST',
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: Match.anyValue() },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  });
});

test('its indexes are those the store reads', () => {
  const [table] = Object.values(kept.findResources('AWS::DynamoDB::Table'));
  const key = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
  const whole = { ProjectionType: 'ALL' };
  const narrow = (...columns: string[]) => ({ ProjectionType: 'INCLUDE', NonKeyAttributes: columns });
  const ofLists = ['expiresAtSeconds', 'eventTypes', 'st', 'marks'];
  expect(table?.Properties).toMatchObject({
    KeySchema: key('pk', 'sk'),
    GlobalSecondaryIndexes: [
      { IndexName: 'all', KeySchema: key('allPk', 'listSk'), Projection: whole },
      { IndexName: 'customer', KeySchema: key('customerPk', 'listSk'), Projection: whole },
      { IndexName: 'project', KeySchema: key('projectPk', 'listSk'), Projection: whole },
      { IndexName: 'allRefs', KeySchema: key('allRef', 'listSk'), Projection: narrow(...ofLists) },
      { IndexName: 'customerRefs', KeySchema: key('customerRef', 'listSk'), Projection: narrow(...ofLists) },
      {
        IndexName: 'projectRefs',
        KeySchema: key('projectRef', 'listSk'),
        Projection: narrow(...ofLists, 'customerUuid'),
      },
      { IndexName: 'allNames', KeySchema: key('allPk', 'nS'), Projection: narrow('nL', 'nT') },
      { IndexName: 'customerNames', KeySchema: key('customerPk', 'nS'), Projection: narrow('nL', 'nT') },
      { IndexName: 'projectNames', KeySchema: key('projectPk', 'nS'), Projection: narrow('nL', 'nT', 'customerUuid') },
      { IndexName: 'matches', KeySchema: key('matchPk', 'listSk'), Projection: narrow('expiresAtSeconds') },
      {
        IndexName: 'lookup',
        KeySchema: key('lookupPk', 'lookupSk'),
        Projection: narrow('expiresAtSeconds', 'eventTypes'),
      },
    ],
  });
});

test('a stage that keeps its data also refuses to have the table deleted, and a throw-away one does not', () => {
  kept.hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Retain',
    Properties: { DeletionProtectionEnabled: true },
  });
  templateOf(RemovalPolicy.DESTROY).hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Delete',
    Properties: { DeletionProtectionEnabled: false },
  });
});
