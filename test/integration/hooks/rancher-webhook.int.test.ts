import { beforeEach, describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { recordCalls } from '../store/record-calls.ts';
import {
  alertOf,
  message,
  SECRET,
  type WebhookUnderTest,
  webhookUnderTest,
  woken,
  wokenBy,
} from './rancher-webhook-under-test.ts';

let webhook: WebhookUnderTest;
beforeEach(async () => {
  webhook = await webhookUnderTest();
});

describe('an alert of Alertmanager', () => {
  test.each(['cluster_id', 'cluster_name', 'cluster'])('wakes the cluster that its label %s names', async (label) => {
    const wait = await webhook.parked();
    await webhook.parked();
    const name = label === 'cluster_name' ? wait.clusterName : wait.backendId;
    expect(await webhook.alert(message(alertOf({ [label]: name })))).toEqual(woken(1));
    expect(webhook.woken).toEqual(wokenBy(wait));
  });

  test('wakes each cluster once, whatever the number of its nodes, and several clusters in one call', async () => {
    const [one, two, other] = [await webhook.parked(), await webhook.parked(), await webhook.parked()];
    const nodes = Array.from({ length: 20 }, (_, index) => alertOf({ cluster_id: one.backendId, node: `n${index}` }));
    const resolved = { ...alertOf({ cluster_name: two.clusterName, cluster_id: two.backendId }), status: 'resolved' };
    expect(await webhook.alert(message(...nodes, resolved, alertOf({})))).toEqual(woken(2));
    expect(webhook.woken.toSorted()).toEqual(wokenBy(one, two));
    expect(await webhook.store.waits.listByCluster(other)).toEqual([other]);
  });

  test('may be repeated, at once and later: nothing waits any more', async () => {
    const wait = await webhook.parked();
    const same = message(alertOf({ cluster_id: wait.backendId }));
    const answers = await Promise.all([webhook.alert(same), webhook.alert(same), webhook.alert(same)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await webhook.alert(same)).toEqual(woken(0));
    expect(webhook.woken).toEqual(wokenBy(wait));
  });

  test('of a cluster that Rancher has not numbered yet wakes nothing by the empty id', async () => {
    const wait = await webhook.parked({ backendId: '' });
    expect(await webhook.alert(message(alertOf({ cluster_id: '', cluster_name: 'local' })))).toEqual(woken(0));
    expect(await webhook.store.waits.listByCluster(wait)).toEqual([wait]);
  });

  test('costs a query however many clusters it names, and for each that waits a query and a delete', async () => {
    const waits = await Promise.all([webhook.parked(), webhook.parked(), webhook.parked()]);
    const named = waits.slice(0, 2).map(({ backendId }) => alertOf({ cluster_id: backendId }));
    const strangers = Array.from({ length: 300 }, () => alertOf({ cluster_id: aUuid() }));
    const calls = recordCalls(webhook.client);
    expect(await webhook.alert(message(...named, ...strangers))).toEqual(woken(2));
    const counts = Object.groupBy(calls, ({ name }) => name);
    expect(Object.entries(counts).map(([name, made = []]) => [name, made.length])).toEqual([
      ['GetItemCommand', 1],
      ['QueryCommand', 3],
      ['DeleteItemCommand', 2],
    ]);
    expect(counts.QueryCommand?.[0]).toMatchObject({
      input: { Limit: 500, ExpressionAttributeValues: { ':prefix': 'WAIT#' } },
    });
  });

  test('wakes no more than a hundred clusters', async () => {
    const waits = await Promise.all(Array.from({ length: 103 }, () => webhook.parked()));
    const all = message(...waits.map(({ backendId }) => alertOf({ cluster_id: backendId })));
    expect(await webhook.alert(all)).toEqual(woken(100));
    expect(await webhook.alert(all)).toEqual(woken(3));
  });

  test('of several hundred KB is read, in base64 too', async () => {
    const wait = await webhook.parked();
    const many = Array.from({ length: 1500 }, () => alertOf({ cluster_id: aUuid() }));
    const text = JSON.stringify(message(...many, alertOf({ cluster_id: wait.backendId })));
    expect(text.length).toBeGreaterThan(500_000);
    const headers = { 'Content-Type': 'Application/JSON', Authorization: `bearer ${webhook.provider}.${SECRET}` };
    const body = Buffer.from(text).toString('base64');
    expect(await webhook.send({ headers, body, isBase64Encoded: true })).toEqual(woken(1));
  });
});

describe('a signed message', () => {
  test.each(['clusterUuid', 'clusterName', 'backendId'] as const)('wakes the cluster it names by %s', async (by) => {
    const wait = await webhook.parked();
    await webhook.parked();
    expect(await webhook.send(webhook.signed({ cluster: wait[by], reason: 'node joined' }))).toEqual(woken(1));
    expect(webhook.woken).toEqual(wokenBy(wait));
  });

  test('knows a uuid in either form', async () => {
    const wait = await webhook.parked();
    const dashed = wait.clusterUuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toUpperCase();
    expect(await webhook.send(webhook.signed({ cluster: dashed }))).toEqual(woken(1));
  });

  test('counts once: the same again is 409, however its signature is written, and another is new', async () => {
    const wait = await webhook.parked();
    const sent = webhook.signed({ cluster: wait.clusterName });
    expect((await webhook.send(sent)).status).toBe(200);
    await webhook.store.waits.park(wait);
    const shouted = sent.headers?.['paddock-signature']?.replace('sha256=', '').toUpperCase() ?? '';
    for (const again of [sent, { ...sent, headers: { ...sent.headers, 'paddock-signature': shouted } }]) {
      expect(await webhook.send(again)).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('before') },
      });
    }
    expect(webhook.woken).toHaveLength(1);
    expect(await webhook.send(webhook.signed({ cluster: wait.clusterName, more: 1 }))).toEqual(woken(1));
  });

  test('counts once when it comes several times at once', async () => {
    const sent = webhook.signed({ cluster: (await webhook.parked()).clusterName });
    const answers = await Promise.all([webhook.send(sent), webhook.send(sent), webhook.send(sent)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('is refused for as long as its window is open, and when it is over', async () => {
    const sent = webhook.signed({ cluster: 'prod' });
    expect((await webhook.send(sent)).status).toBe(200);
    webhook.clock.advance(300);
    expect((await webhook.send(sent)).status).toBe(409);
    webhook.clock.advance(1);
    const late = await webhook.send(sent);
    expect([late.status, late.body]).toEqual([
      401,
      { detail: "The timestamp is more than 300 s away from this server's clock." },
    ]);
  });

  test('that was refused for its body may be sent again', async () => {
    const wrong = webhook.signed({ clusters: 'prod' });
    for (const _ of [1, 2]) expect(await webhook.send(wrong)).toMatchObject({ status: 400 });
  });

  test('is signed over every byte of its body and over its timestamp', async () => {
    const sent = webhook.signed({ cluster: 'prod' });
    const later = `${Number(sent.headers?.['paddock-timestamp']) + 1}`;
    for (const changed of [
      { ...sent, body: `${sent.body} ` },
      { ...sent, headers: { ...sent.headers, 'paddock-timestamp': later } },
    ]) {
      expect(await webhook.send(changed)).toMatchObject({ status: 401, text: '' });
    }
  });
});
