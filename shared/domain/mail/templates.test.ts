import { expect, test } from 'vitest';
import {
  clusterReadyMail,
  eventMail,
  grantEndedMail,
  hookConfirmationMail,
  hookDisabledMail,
  invitationMail,
  keycloakMembershipMail,
  newTokenMail,
  orderFailedMail,
  ordersWaitingMail,
  orderWaitingMail,
  resourceEndingMail,
} from './templates.ts';

const id = '1'.repeat(32);
const until = '2026-03-08T12:00:00.000Z';

/** Every e-mail template, filled with `text` in place of each value that users can choose. */
const templates = (text: string) => ({
  invitation: invitationMail(
    {
      ...{ invitationUuid: id, role: 'PROJECT.MEMBER', scopeType: 'project', scope: text },
      ...{ invitedBy: text, extraText: text, expiresAt: until },
    },
    'https://paddock.example/invitation/1/#t',
  ),
  'grant-ended': grantEndedMail({
    ...{ username: text, role: 'PROJECT.MEMBER', scopeType: 'project', scope: text, endedAt: until },
  }),
  'keycloak-membership': keycloakMembershipMail({
    ...{ role: text, scopeType: 'Cluster', scope: text, rancherUrl: 'https://rancher.example/' },
    activeWithinMinutes: '15',
  }),
  'cluster-ready': clusterReadyMail({ cluster: text, project: text, clusterUuid: id, thing: 'cluster' }),
  'order-failed': orderFailedMail({
    type: 'Create',
    thing: 'cluster',
    cluster: text,
    project: text,
    orderUuid: id,
    code: 'INTERNAL',
    reason: text,
  }),
  'order-waiting': orderWaitingMail(
    { cluster: text, project: text, orderUuid: id, orderedBy: text, waitsFor: 'provider' },
    'https://paddock.example/api/marketplace-orders/1/',
  ),
  'resource-ending': resourceEndingMail(
    { cluster: text, project: text, resourceUuid: id, endDate: '2026-12-24', thing: 'cluster' },
    'https://paddock.example/api/marketplace-resources/1/',
  ),
  'orders-waiting': ordersWaitingMail(
    { orderedBy: text, mails: 10 },
    'https://paddock.example/api/marketplace-orders/',
  ),
  'new-token': newTokenMail({ kind: 'device', name: text, at: until, expiresAt: '' }, 'https://paddock.example/tokens'),
  'hook-disabled': hookDisabledMail({ destination: text, reason: text }),
  event: eventMail(
    { message: text, eventType: 'role_granted', at: until, scope: text },
    'https://paddock.example/stop',
  ),
});
type Name = keyof ReturnType<typeof templates>;
const names: Name[] = [
  ...(['invitation', 'grant-ended', 'keycloak-membership', 'cluster-ready', 'order-failed', 'order-waiting'] as const),
  ...(['resource-ending', 'hook-disabled', 'event', 'orders-waiting', 'new-token'] as const),
];

test.each(names)('%s shows given values as text, never as markup', (name) => {
  const { html, text } = templates(`<img src=x onerror="alert('1')">&amp;`)[name];
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
  expect(text).toContain('<img src=x');
});

test.each(names)('%s has a subject of one line, whatever a name contains', (name) => {
  const { subject, html } = templates('one\r\nBcc: eve@example.org\u2028two\u0000')[name];
  expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(subject).toContain('one Bcc: eve@example.org two');
  expect(html).toContain(`<title>${subject}</title>`);
});

test.each(names)('%s has a subject that servers accept, even for a long name', (name) => {
  expect(templates('n'.repeat(5000))[name].subject.length).toBeLessThanOrEqual(200);
});

test.each(names)('%s says the same in text and in HTML', (name) => {
  const { text, html } = templates('winter-7')[name];
  for (const part of [text, html]) expect(part).toContain('winter-7');
});

test('an invitation has its link, its end, and the text of its sender', () => {
  const { text, html } = templates('Come and see').invitation;
  expect(text).toContain('\nhttps://paddock.example/invitation/1/#t\n');
  expect(html).toContain('<a href="https://paddock.example/invitation/1/#t">');
  expect(text).toContain(until);
  expect(text).toContain('\nCome and see\n');
});

test.each([
  ['15', 'The role becomes active within 15 minutes after you have signed in for the first time.'],
  ['', 'The role is valid from now on.'],
])('an e-mail about access to Rancher says when it starts: %j', (activeWithinMinutes, says) => {
  const values = {
    role: 'Cluster Member',
    scopeType: 'Cluster',
    scope: 'winter',
    rancherUrl: 'https://rancher.example',
  };
  const { subject, text, html } = keycloakMembershipMail({ ...values, activeWithinMinutes });
  expect(subject).toBe('Access granted to Rancher Cluster: winter');
  for (const part of [text, html]) {
    for (const word of [says, 'Cluster Member', 'https://rancher.example']) expect(part).toContain(word);
  }
});

test('an e-mail about an event has the link that stops such e-mails', () => {
  const { text, html } = templates('x').event;
  expect(text).toContain('\nhttps://paddock.example/stop\n');
  expect(html).toContain('<a href="https://paddock.example/stop">');
});

test('a confirmation has its link, and no text chosen by the user', () => {
  const { text, html } = hookConfirmationMail('https://paddock.example/confirm/#t');
  expect(text).toContain('\nhttps://paddock.example/confirm/#t\n');
  expect(html).toContain('<a href="https://paddock.example/confirm/#t">');
});
