import { expect } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { inboxAt } from '#test/network/mail-simulator';
import { personAt } from '../_worlds/customer.ts';
import type { AccessWorld } from './access-world.ts';

const PATIENCE_MS = 120_000;
const COLLECTION = 'keycloak-user-group-memberships/';
const membershipReply = z.object({
  ...{ uuid: z.string(), state: z.string(), error_message: z.string(), group_name: z.string() },
  ...{ username: z.string(), created: z.string(), last_checked: z.string() },
});
export type Membership = z.infer<typeof membershipReply>;
const groups = z.array(z.object({ name: z.string() }));
const emailOf = (who: string): string => `${who}@example.org`;
const userinfo = z.object({ groups: z.array(z.string()).default([]) });

/**
 * A cluster of the provider, with functions that read a user's access to it from Paddock, Keycloak, Rancher and a
 * mailbox. The default user is `username`.
 */
export async function enteredCluster(world: AccessWorld, username: string) {
  const { endpoints, offering, people } = world;
  const owner = personAt({ ...endpoints, sample: { ...endpoints.sample, offering } }, 'owner');
  const ordered = await owner.place(owner.clusterOrder('entered', 1, 1));
  expect(await owner.ended(ordered.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const cluster = ordered.resource_uuid ?? '';
  const groupName = `cluster_${cluster}_cluster-owner`;
  const membership = async (who = username) => {
    const { body } = await owner.call('GET', `${COLLECTION}?scope_uuid=${cluster}`);
    return z
      .array(membershipReply)
      .parse(body)
      .find((it) => it.username === who);
  };
  const namesOf = async (below: string) => groups.parse((await people.ask('GET', below)).body).map(({ name }) => name);
  return {
    ...{ groupName, principal: `keycloakoidc_group://${groupName}`, membership },
    async grant(who = username) {
      const place = { role: world.role, scope_uuid: cluster };
      const answer = await owner.call('POST', COLLECTION, { username: who, email: emailOf(who), ...place });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return membershipReply.parse(answer.body);
    },
    revoke: async (who = username) => {
      const { uuid = '' } = (await membership(who)) ?? {};
      return (await owner.call('DELETE', `${COLLECTION}${uuid}/`)).status;
    },
    terminate: () => owner.terminate(ordered.marketplace_resource_uuid),
    /** Waits until `isSo` accepts the membership, which is undefined as long as it does not exist. */
    eventually: (what: string, isSo: (found: Membership | undefined) => boolean, who = username) =>
      until({ tooLate: `The membership is not ${what}.`, timeoutMs: PATIENCE_MS }, async () =>
        isSo(await membership(who)) ? true : undefined,
      ),
    /** Groups with a role in Rancher. Role bindings of users, such as the cluster's creator, are left out. */
    bound: async () =>
      (await world.roleBindings()).map(({ groupPrincipalId }) => groupPrincipalId).filter((group) => group !== ''),
    topGroups: () => namesOf('/groups'),
    groupsOf: (userId: string) => namesOf(`/users/${userId}/groups`),
    async members() {
      const group = await people.keycloak.findGroupAt(`c_${cluster}`, groupName);
      return group && (await Array.fromAsync(people.keycloak.listMembers(group.id))).map((it) => it.username);
    },
    /** E-mails to the user about the cluster. */
    mails: async () =>
      (await inboxAt(endpoints.mail)).filter(
        ({ to, subject }) => to.includes(emailOf(username)) && subject.includes('entered'),
      ),
    /** The groups that Keycloak sends to Rancher when the user signs in there. */
    sentToRancher: async () => userinfo.parse((await world.rancher.signIn(username)).userinfo).groups,
  };
}
export type EnteredCluster = Awaited<ReturnType<typeof enteredCluster>>;
