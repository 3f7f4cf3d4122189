import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TTL_ATTRIBUTE } from '#shared/contracts/table';
import { roleStatements } from './role-statements.ts';
import { synthStage } from './synth.ts';

const of = (name: string) => ({
  name,
  streamArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${name}/stream/2026-11-23T00:00:00.000`,
});
const RESTORED = { table: of('restored'), auditTable: of('restored-events') };

test('a stage uses the tables that it is given in place of its own, with the same rights and streams', () => {
  const { paddock } = synthStage({ PADDOCK_RESTORED_TABLES: JSON.stringify(RESTORED) });
  paddock.resourceCountIs('AWS::DynamoDB::Table', 0);
  const variables = Object.values(paddock.findResources('AWS::Lambda::Function')).map(
    ({ Properties }) => Properties.Environment.Variables,
  );
  expect(new Set(variables.map(({ TABLE_NAME }) => TABLE_NAME))).toEqual(new Set(['restored', undefined]));
  const streams = Object.values(paddock.findResources('AWS::Lambda::EventSourceMapping'));
  expect(streams.map(({ Properties }) => Properties.EventSourceArn).toSorted()).toEqual(
    [RESTORED.auditTable.streamArn, RESTORED.table.streamArn].toSorted(),
  );
  const count = (statements: ReturnType<typeof roleStatements>) =>
    statements.filter(({ action }) => action.startsWith('dynamodb:')).length;
  expect(count(roleStatements(paddock))).toBe(count(roleStatements(synthStage().paddock)));
}, 60_000);

test('one of them may be restored alone', () => {
  const { paddock } = synthStage({ PADDOCK_RESTORED_TABLES: JSON.stringify({ table: RESTORED.table }) });
  paddock.resourceCountIs('AWS::DynamoDB::Table', 1);
}, 60_000);

test('docs/backup.md switches on for a restored table what the stack’s own has', () => {
  const own = Object.values(synthStage().paddock.findResources('AWS::DynamoDB::Table')).map(
    ({ Properties }) => Properties,
  );
  const page = readFileSync('docs/backup.md', 'utf8');
  for (const { StreamSpecification, TimeToLiveSpecification, PointInTimeRecoverySpecification } of own) {
    expect(page).toContain(`StreamViewType=${StreamSpecification.StreamViewType}`);
    expect(TimeToLiveSpecification.AttributeName).toBe(TTL_ATTRIBUTE);
    expect(page).toContain(`AttributeName=${TTL_ATTRIBUTE}`);
    expect(PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(page).toContain('PointInTimeRecoveryEnabled=true');
  }
}, 60_000);
