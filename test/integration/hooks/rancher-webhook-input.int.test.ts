import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SECRET, type Sent, type WebhookUnderTest, webhookUnderTest } from './rancher-webhook-under-test.ts';

let webhook: WebhookUnderTest;
beforeAll(async () => {
  webhook = await webhookUnderTest();
  await webhook.parked({ clusterName: 'prod' });
});
beforeEach(() => {
  webhook.woken.length = 0;
});

const MALFORMED = { detail: expect.stringMatching(/^JSON parse error - /) };
const REQUIRED = ['This field is required.'];
const dictionary = (got: string) => [`Invalid data. Expected a dictionary, but got ${got}.`];
const NOT_TEXT = ['Not a valid string.'];
const labelled = (...labels: unknown[]) => ({ version: '4', alerts: labels.map((it) => ({ labels: it })) });

const ALERTS: [string, unknown, object][] = [
  ['nothing', '', MALFORMED],
  ['no JSON', '{"version": "4", "alerts": [', MALFORMED],
  ['a form', 'version=4&alerts=', MALFORMED],
  ['two documents', '{}{}', MALFORMED],
  ['a hundred thousand brackets', '['.repeat(100_000), MALFORMED],
  ['as many that are closed', '['.repeat(100_000) + ']'.repeat(100_000), MALFORMED],
  ['depth', { version: '4', alerts: [], deep: JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) }, MALFORMED],
  ['null', 'null', { non_field_errors: ['No data provided'] }],
  ['a number', '4', { non_field_errors: dictionary('int') }],
  ['a list', '[]', { non_field_errors: dictionary('list') }],
  ['an empty object', {}, { version: REQUIRED, alerts: REQUIRED }],
  ['another version', { ...labelled(), version: '5' }, { version: ['"5" is not a valid choice.'] }],
  ['a version that is a number', { ...labelled(), version: 4 }, { version: ['"4" is not a valid choice.'] }],
  ['alerts that are no list', { version: '4', alerts: {} }, { alerts: { non_field_errors: [expect.any(String)] } }],
  ['alerts that are null', { version: '4', alerts: null }, { alerts: ['This field may not be null.'] }],
  ['alerts that are none', { version: '4', alerts: [1] }, { alerts: [{ non_field_errors: dictionary('int') }] }],
  ['an alert without labels', { version: '4', alerts: [{}] }, { alerts: [{ labels: REQUIRED }] }],
  ['labels that are a list', labelled([]), { alerts: [{ labels: { non_field_errors: dictionary('list') } }] }],
  [
    'a second one that is wrong',
    labelled({}, { cluster_id: 7 }),
    { alerts: [{}, { labels: { cluster_id: NOT_TEXT } }] },
  ],
  ['a label that is an object', labelled({ cluster: {} }), { alerts: [{ labels: { cluster: NOT_TEXT } }] }],
  ['too many', labelled(...Array(5001).fill({})), { alerts: ['Ensure this field has no more than 5000 elements.'] }],
  [
    '400,000 that are wrong',
    { version: '4', alerts: Array(400_000).fill(1) },
    { alerts: [expect.stringContaining('5000')] },
  ],
];

describe('what is no message of Alertmanager is 400, named, and wakes nothing', () => {
  test.each(ALERTS)('%s', async (_, body, said) => {
    expect(await webhook.alert(body)).toMatchObject({ status: 400, body: said });
    expect(webhook.woken).toEqual([]);
  });
});

const HARMLESS: [string, unknown][] = [
  ['no alerts', labelled()],
  [
    'labels of the language',
    '{"version":"4","alerts":[{"labels":{"__proto__":{"cluster":"prod"},"constructor":"prod"}}]}',
  ],
  ['a name that is long', labelled({ cluster: 'x'.repeat(500_000) })],
  ['a name of odd characters', labelled({ cluster: '\0\ud800 #%\n' })],
  ['fields that nobody knows', { ...labelled({ hundred: 100 }), status: 7, groupKey: [], more: null }],
];

test.each(HARMLESS)('what says nothing of a waiting cluster wakes nothing: %s', async (_, body) => {
  expect(await webhook.alert(body)).toMatchObject({ status: 200, body: { woken: 0 } });
});

const MESSAGES: [string, unknown, object][] = [
  ['nothing', '', MALFORMED],
  ['bytes', 'ÿþ', MALFORMED],
  ['an alert', labelled({ cluster: 'prod' }), { cluster: REQUIRED }],
  ['null', { cluster: null }, { cluster: ['This field may not be null.'] }],
  ['blank', { cluster: ' ' }, { cluster: ['This field may not be blank.'] }],
  ['a list', { cluster: ['prod'] }, { cluster: NOT_TEXT }],
  ['long', { cluster: 'x'.repeat(151) }, { cluster: ['Ensure this field has no more than 150 characters.'] }],
  ['with a null character', { cluster: 'prod\0' }, { cluster: ['Null characters are not allowed.'] }],
];

test.each(MESSAGES)(
  'a signed message with a wrong cluster is 400, named, and wakes nothing: %s',
  async (_, body, said) => {
    expect(await webhook.send(webhook.signed(body))).toMatchObject({ status: 400, body: said });
    expect(webhook.woken).toEqual([]);
  },
);

test('a signed body that is not UTF-8 is 400, and one with a byte order mark is read', async () => {
  const [broken, marked] = [Buffer.from('{"cluster":"\xff"}', 'latin1'), Buffer.from('\ufeff{"cluster":"nobody"}')];
  expect(await webhook.send(webhook.signedBytes(broken))).toMatchObject({ status: 400, body: MALFORMED });
  expect(await webhook.send(webhook.signedBytes(marked))).toMatchObject({ status: 200 });
});

const bearer = () => ({ authorization: `Bearer ${webhook.provider}.${SECRET}` });
const ELSE: [string, () => Sent, number][] = [
  ['GET', () => ({ method: 'GET', headers: bearer() }), 405],
  ['HEAD', () => ({ method: 'HEAD' }), 405],
  ['OPTIONS', () => ({ method: 'OPTIONS' }), 405],
  ['a method of somebody’s own', () => ({ method: 'BREW', headers: bearer() }), 405],
  ['a path below', () => ({ path: '/webhooks/rancher/x', headers: bearer() }), 404],
  ['the slash at the end, and nobody’s', () => ({ path: '/webhooks/rancher/' }), 401],
  ['more than a megabyte', () => ({ headers: bearer(), body: ' '.repeat(1024 * 1024 + 1) }), 413],
  [
    'more than a megabyte in base64',
    () => ({ headers: bearer(), body: Buffer.alloc(1024 * 1024 + 1).toString('base64'), isBase64Encoded: true }),
    413,
  ],
  ['no content type', () => ({ headers: bearer(), body: labelled() }), 415],
  [
    'a form',
    () => ({ headers: { ...bearer(), 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }),
    415,
  ],
  ['an odd content type', () => ({ headers: { ...bearer(), 'content-type': ';,;' }, body: labelled() }), 415],
  ['no headers and no body', () => ({ headers: {} }), 401],
  [
    'a credential twice',
    () => ({ headers: { authorization: `${bearer().authorization},${bearer().authorization}` } }),
    401,
  ],
  ['a credential of the API', () => ({ headers: { authorization: `Token ${webhook.people.staff.token}` } }), 401],
  ['a signature that is none', () => ({ headers: { ...bearer(), 'paddock-signature': '' }, body: labelled() }), 401],
  ['a signature of another length', () => ({ headers: { 'paddock-signature': 'f'.repeat(100_000) } }), 401],
  ['a timestamp that is none', () => webhook.signed({ cluster: 'prod' }, { at: 'NaN' }), 401],
  [
    'a timestamp in milliseconds',
    () => webhook.signed({ cluster: 'prod' }, { at: webhook.clock.now().getTime() }),
    401,
  ],
  ['a negative timestamp', () => webhook.signed({ cluster: 'prod' }, { at: -1 }), 401],
  ['a timestamp without end', () => webhook.signed({ cluster: 'prod' }, { at: '9'.repeat(10_000) }), 401],
];

test.each(ELSE)('%s is refused, and wakes nothing', async (_, sent, status) => {
  expect(await webhook.send(sent())).toMatchObject({ status });
  expect(webhook.woken).toEqual([]);
});

test('a method that is not taken is answered with the one that is', async () => {
  expect((await webhook.send({ method: 'PUT' })).headers).toMatchObject({ allow: 'POST' });
});

test('after all of it the waiting cluster is still there to be woken', async () => {
  expect(await webhook.alert(labelled({ cluster: 'prod' }))).toMatchObject({ status: 200, body: { woken: 1 } });
  expect(webhook.log.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
