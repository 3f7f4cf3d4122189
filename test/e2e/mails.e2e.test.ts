import { expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from '#infra/local/api-client';
import { until } from '#infra/local/until';
import { inboxAt } from '#test/network/mail-simulator';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
const staff = personAt(endpoints, 'staff');
/** In the local cloud, a schedule delivers e-mails every few seconds. */
const PATIENCE_MS = 60_000;

const mailTo = (address: string, subject: string) =>
  until({ tooLate: `No e-mail “${subject}” has come to ${address}.`, timeoutMs: PATIENCE_MS }, async () =>
    (await inboxAt(endpoints.mail)).find((mail) => mail.to.includes(address) && mail.subject === subject),
  );

const made = z.object({ uuid: z.string() });
async function newcomer(username: string): Promise<{ token: string }> {
  const user = made.parse((await staff.call('POST', 'users/', { username, email: `${username}@example.org` })).body);
  const { body } = await staff.call('POST', 'api-tokens/', { user: user.uuid, name: 'e2e' });
  return z.object({ token: z.string() }).parse(body);
}

test('an invited user finds a link in the mailbox, and gets the role by it, once', async () => {
  const { token } = await newcomer('grace');
  const scope = endpoints.sample.project;
  const body = { email: 'grace@example.org', role: 'PROJECT.MEMBER', scope, extra_invitation_text: '<b>Hi</b> Grace' };
  expect((await owner.call('POST', 'user-invitations/', body)).status).toBe(201);
  const mail = await mailTo('grace@example.org', 'Invitation to project Sample project');
  expect(mail).toMatchObject({ from: 'paddock@example.org', to: ['grace@example.org'] });
  expect(mail.html).toContain('&lt;b&gt;Hi&lt;/b&gt; Grace');
  const link = new RegExp(`${endpoints.api}/api/user-invitations/([0-9a-f]{32})/accept/#([\\w-]+)`).exec(mail.text);
  const [, uuid, secret] = z.tuple([z.string(), z.string(), z.string()]).parse(link && [...link]);
  const accept = () =>
    callApi(
      { baseUrl: endpoints.api, token },
      { method: 'POST', path: `user-invitations/${uuid}/accept/`, body: { token: secret } },
    );
  const page = await fetch(`${endpoints.api}/api/user-invitations/${uuid}/accept/`, {
    headers: { accept: 'text/html' },
  });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Accept the invitation')]);
  expect((await accept()).status).toBe(200);
  const project = { method: 'GET', path: `projects/${scope}/` };
  expect((await callApi({ baseUrl: endpoints.api, token }, project)).status).toBe(200);
  expect((await accept()).status).toBe(404);
}, 120_000);

test('a user who orders a cluster gets an e-mail when it is ready (S0-022, S0-198)', async () => {
  const placed = await owner.place(owner.clusterOrder('with-mail', 1, 1));
  expect((await owner.ended(placed.uuid)).state).toBe('done');
  const { text } = await mailTo('owner@example.org', 'Cluster with-mail is ready');
  expect(text).toContain(placed.resource_uuid);
  await owner.terminate(placed.marketplace_resource_uuid);
}, 300_000);
