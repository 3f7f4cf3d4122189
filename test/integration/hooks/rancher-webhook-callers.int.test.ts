import { beforeEach, describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
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

describe('the provider that a call belongs to', () => {
  test('a provider wakes its own clusters only, even by a name that another has as well', async () => {
    const other = await webhook.addProvider({ webhook_secret: `${SECRET}-other` });
    const [own, foreign] = [
      await webhook.parked({ settingsUuid: other, clusterName: 'prod' }),
      await webhook.parked({ clusterName: 'prod' }),
    ];
    const prod = message(alertOf({ cluster_name: 'prod', cluster_id: foreign.backendId }));
    expect(await webhook.alert(prod, `${other}.${SECRET}-other`)).toEqual(woken(1));
    expect(webhook.woken).toEqual(wokenBy(own));
  });

  test('stranger and guesser hear the same: 401 and nothing', async () => {
    const [silent, cloud] = [await webhook.addProvider({}), aUuid()];
    const { provider, alert, signed, send } = webhook;
    const answers = await Promise.all([
      ...[
        `${provider}.guess`,
        `${provider}.${SECRET} `,
        `${provider}.${SECRET}x`,
        `${provider}.`,
        provider,
        SECRET,
      ].map((bearer) => alert(message(), bearer)),
      ...[`${cloud}.${SECRET}`, `${silent}.${SECRET}`, `${silent}.nobody`, `${silent}.undefined`, 'x.y', ''].map(
        (bearer) => alert(message(), bearer),
      ),
      ...[
        { secret: 'guess' },
        { secret: '' },
        { provider: silent, secret: 'nobody' },
        { provider: cloud },
        { provider: '' },
      ].map((by) => send(signed({ cluster: 'prod' }, by))),
      send({ body: message() }),
      send({ headers: {}, body: 'what is this' }),
    ]);
    const [first] = answers.map(({ headers, ...answer }) => answer);
    expect(first).toEqual({ status: 401, text: '', body: undefined });
    for (const { headers, ...answer } of answers) {
      expect(answer).toEqual(first);
      expect(Object.keys(headers).sort()).toEqual(['www-authenticate', 'x-correlation-id']);
    }
    // The webhook does not read secrets that no record refers to.
    expect(webhook.log.lines.join()).not.toContain('webhook secret missing');
  });

  test('a new secret holds from the next call on, and none at all once it is taken away', async () => {
    const change = (webhook_secret: string | null) =>
      webhook.ask('PATCH', `service-settings/${webhook.provider}/`, {
        ...webhook.people.staff,
        body: { options: { webhook_secret } },
      });
    const next = `${SECRET}-next`;
    expect((await webhook.alert(message())).status).toBe(200);
    expect((await change(next)).status).toBe(200);
    expect((await webhook.alert(message())).status).toBe(401);
    expect((await webhook.alert(message(), `${webhook.provider}.${next}`)).status).toBe(200);
    expect((await change(null)).status).toBe(200);
    expect((await webhook.alert(message(), `${webhook.provider}.${next}`)).status).toBe(401);
  });

  test('a provider without its secret in the secret store matches no call, and the log says why', async () => {
    const { secretRevisions } = await webhook.store.settings.get(webhook.provider);
    await webhook.secrets.remove(`paddock/${webhook.stage}/webhook/${webhook.provider}/${secretRevisions?.webhook}`);
    expect((await webhook.alert(message())).status).toBe(401);
    expect(webhook.log.lines.join()).toContain('webhook secret missing');
  });

  test('no secret is in a reply, and no secret, signature or task token in a log line', async () => {
    const wait = await webhook.parked();
    const sent = webhook.signed({ cluster: wait.clusterName });
    await webhook.alert(message(alertOf({ cluster_id: wait.backendId })));
    await webhook.send(sent);
    await webhook.alert('not JSON');
    const shown = await webhook.ask('GET', `service-settings/${webhook.provider}/`, webhook.people.staff);
    expect(shown.text).not.toContain(SECRET);
    const text = webhook.log.lines.join();
    expect(text).toContain(wait.clusterUuid);
    const secrets = [SECRET, wait.taskToken, sent.headers?.['paddock-signature']?.slice(7) ?? ''];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});
