import { expect, test } from 'vitest';
import { readDeadLetter } from './dead-letter.ts';

const RULE = 'arn:aws:events:eu-west-1:123456789012:rule/paddock-dev-SyncsRenew';
const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:dev-syncs-renew';
const event = { version: '0', 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [RULE], detail: {} };
const range = {
  streamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/t/stream/s',
  shardId: 'shardId-1',
  startSequenceNumber: '100',
  endSequenceNumber: '101',
};

test('a batch of the stream is known by where it stood, since its records are not in the letter', () => {
  const body = JSON.stringify({
    requestContext: { functionArn: FUNCTION, condition: 'RetryAttemptsExhausted', approximateInvokeCount: 6 },
    DDBStreamBatchInfo: { ...range, approximateArrivalOfLastRecord: '2026-03-01T12:00:00Z', batchSize: 2 },
  });
  expect(readDeadLetter(body, {})).toEqual({
    kind: 'records',
    range,
    functionArn: FUNCTION,
    arrivedUntil: '2026-03-01T12:00:00.000Z',
    error: 'RetryAttemptsExhausted',
  });
});

test.each([
  [
    'that a function failed at, by the rule that sent it',
    event,
    { RequestID: '1', ErrorCode: '200', ErrorMessage: 'Rancher is away' },
    { event, ruleArn: RULE, error: 'Rancher is away' },
  ],
  [
    'that the bus could not bring to a function',
    event,
    { RULE_ARN: RULE, TARGET_ARN: FUNCTION, ERROR_MESSAGE: 'throttled' },
    { event, ruleArn: RULE, functionArn: FUNCTION, error: 'throttled' },
  ],
  [
    "in a destination's envelope",
    {
      requestContext: { functionArn: FUNCTION, condition: 'RetriesExhausted' },
      requestPayload: event,
      responsePayload: { errorMessage: 'Rancher is away' },
    },
    {},
    { event, ruleArn: RULE, functionArn: FUNCTION, error: 'Rancher is away' },
  ],
])('an event of a schedule %s', (_, content, attributes, expected) => {
  expect(readDeadLetter(JSON.stringify(content), attributes)).toEqual({ kind: 'event', ...expected });
});

const auditEvent = {
  version: '0',
  id: '7',
  'detail-type': 'project_creation_succeeded',
  source: 'paddock',
  resources: [],
  detail: { uuid: 'abc', event_type: 'project_creation_succeeded', event_types: ['project_creation_succeeded'] },
};
test.each([
  [
    'that was not sent to hooks',
    auditEvent,
    { RequestID: '1', ErrorMessage: 'the table is away' },
    'the table is away',
  ],
  [
    'that the bus could not bring',
    auditEvent,
    { RULE_ARN: RULE, TARGET_ARN: FUNCTION, ERROR_MESSAGE: 'throttled' },
    'throttled',
  ],
])('an event of the audit trail %s is known by its uuid', (_, content, attributes, error) => {
  const known = { uuid: 'abc', eventType: 'project_creation_succeeded', error };
  expect(readDeadLetter(JSON.stringify(content), attributes)).toEqual({
    kind: 'unqueued',
    event: auditEvent,
    ...known,
  });
});

test.each(['not JSON', '{}', 'null', '{"DDBStreamBatchInfo":{}}', JSON.stringify({ ...event, resources: [] })])(
  '%s is not known',
  (body) => {
    expect(readDeadLetter(body, {})).toEqual({ kind: 'unknown' });
  },
);
