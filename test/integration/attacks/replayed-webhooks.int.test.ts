import { beforeEach, expect, test } from 'vitest';
import {
  alertOf,
  message,
  SECRET,
  type Sent,
  type WebhookUnderTest,
  webhookUnderTest,
  woken,
  wokenBy,
} from '../hooks/rancher-webhook-under-test.ts';

let webhook: WebhookUnderTest;
beforeEach(async () => {
  webhook = await webhookUnderTest();
});

/** A signed message that has been delivered and that an eavesdropper has recorded. */
async function captured() {
  const wait = await webhook.parked();
  const sent = webhook.signed({ cluster: wait.backendId });
  expect(await webhook.send(sent)).toEqual(woken(1));
  // parks the wait again, so that a replayed message could wake it
  await webhook.store.waits.park(wait);
  return { wait, sent };
}
const withHeaders = (sent: Sent, headers: Record<string, string>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});

test('a delivery that was overheard wakes nothing when it is sent again, however often, until its time is over and after', async () => {
  const { wait, sent } = await captured();
  for (const seconds of [0, 1, 150, 149]) {
    webhook.clock.advance(seconds);
    expect((await webhook.send(sent)).status).toBe(409);
  }
  webhook.clock.advance(1);
  expect((await webhook.send(sent)).status).toBe(401);
  expect(webhook.woken).toEqual(wokenBy(wait));
});

test('nor with a new time, for another cluster, or as somebody else’s', async () => {
  const { wait, sent } = await captured();
  const prey = await webhook.parked();
  const other = await webhook.addProvider({ webhook_secret: 'another-secret-0123456789-abcdefghij' });
  const later = `${Math.floor(webhook.clock.now().getTime() / 1000) + 1}`;
  for (const forged of [
    withHeaders(sent, { 'paddock-timestamp': later }),
    withHeaders(sent, { 'paddock-provider': other }),
    { ...sent, body: JSON.stringify({ cluster: prey.backendId }) },
  ]) {
    expect(await webhook.send(forged)).toMatchObject({ status: 401, text: '' });
  }
  expect(webhook.woken).toEqual(wokenBy(wait));
});

test('a replayed alert has no effect: it wakes its cluster only once, and is refused when the secret is changed', async () => {
  const wait = await webhook.parked();
  const alert = message(alertOf({ cluster_id: wait.backendId }));
  expect(await webhook.alert(alert)).toEqual(woken(1));
  expect(await webhook.alert(alert)).toEqual(woken(0));
  const options = { webhook_secret: `${SECRET}-renewed` };
  const { staff } = webhook.people;
  const changed = await webhook.ask('PATCH', `service-settings/${webhook.provider}/`, { ...staff, body: { options } });
  expect(changed.status).toBe(200);
  await webhook.store.waits.park(wait);
  expect(await webhook.alert(alert)).toMatchObject({ status: 401, text: '' });
  expect(webhook.woken).toEqual(wokenBy(wait));
});
