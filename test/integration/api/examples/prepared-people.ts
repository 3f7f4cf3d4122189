import { stopTokenOf } from '#shared/app/hooks/stop-hook';
import { deliverMails } from '#shared/app/mail/deliver-mail';
import { issueInvitationToken } from '#shared/app/organizations/issue-invitation-token';
import type { Message } from '#shared/ports/mail';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aRoleTemplate } from '#test/builders/access-builders';
import { aCluster, someRancherSettings } from '#test/builders/builders';
import type { ExampleWorld, Prepared } from './example-world.ts';

/** Creates an e-mail hook. Returns the e-mail that asks for confirmation of the address. */
async function newEmailHook({ market, self }: ExampleWorld) {
  const { uuid } = await market.create('hooks-email/', self, { email: 'olga@example.org', event_groups: ['projects'] });
  const sent: Message[] = [];
  const mailer = { send: async (message: Message) => void sent.push(message) };
  const urls = { consoleUrl: 'https://console.example', publicUrl: 'https://paddock.example' };
  const due = await market.store.mails.listDue(market.clock.now(), 200);
  await deliverMails({ ...market, mailer, ...urls, ids: randomIds }, due);
  return { uuid, text: sent.map(({ text }) => text).find((text) => text.includes(uuid)) ?? '' };
}

export async function hookToConfirm(world: ExampleWorld): Promise<Prepared> {
  const { uuid, text } = await newEmailHook(world);
  return { uuids: { 'hooks-email': uuid }, fields: { token: /\/confirm\/#(\S+)/.exec(text)?.[1] ?? '' } };
}

export async function hookToStop(world: ExampleWorld): Promise<Prepared> {
  const { uuid } = await newEmailHook(world);
  const hook = await world.market.store.hooks.find(uuid);
  if (hook === undefined) throw new Error('the hook is not there');
  return { uuids: { 'hooks-email': uuid }, fields: { token: await stopTokenOf(world.market, hook) } };
}

export async function invitationToAccept({ market }: ExampleWorld): Promise<Prepared> {
  const { uuid } = await market.create('user-invitations/', market.people.owner, {
    ...{ email: 'grace@example.org', role: 'PROJECT.MEMBER', scope: `projects/${market.projectUuid}` },
  });
  const token = await issueInvitationToken({ ...market, ids: randomIds }, uuid);
  return { uuids: { 'user-invitations': uuid }, fields: { token: token ?? '' }, person: await market.person() };
}

/** A cluster in Rancher whose provider has a Keycloak, and a role that users can get in the cluster. */
export async function clusterToEnter({ market }: ExampleWorld): Promise<Prepared> {
  const { store, customerUuid, projectUuid } = market;
  const settings = someRancherSettings();
  settings.options.keycloak = {
    url: 'https://id.example.org',
    ...{ realm: 'r', userRealm: 'master', username: 'u', syncFrequency: 15, verifyTls: true },
  };
  const place = { customerUuid, projectUuid, settingsUuid: settings.uuid };
  const cluster = aCluster({ ...place, state: 'OK', backendId: 'c-m-abcdefgh' });
  const role = aRoleTemplate({ settingsUuid: settings.uuid, name: 'cluster-member' });
  await store.commit(store.settings.insert(settings), store.clusters.insert(cluster), store.roleTemplates.insert(role));
  return { uuids: { 'rancher-clusters': cluster.uuid, 'rancher-role-templates': role.uuid } };
}
