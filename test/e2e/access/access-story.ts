import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessWorld } from './access-world.ts';
import { type EnteredCluster, enteredCluster } from './entered-cluster.ts';
import { signInAtTerminal, signInWithBrowser, signOut } from './sign-in.ts';

const USERNAME = 'pia';
const OTHER = 'kim';
const SOON = { timeout: 60_000, interval: 200 };

type Story = {
  open(): Promise<AccessWorld>;
  /** Starts the sync job that adds a signed-in user to the cluster, so that the test need not wait for the schedule. */
  hurry?: () => Promise<unknown>;
};
type Subject = { world: AccessWorld; entered: EnteredCluster; userId: string };

/**
 * Tests of one cluster and of one user's access to it, from the order to the deletion. Each test continues from the
 * previous one.
 */
export function accessStory({ open, hurry = async () => {} }: Story): void {
  let subject: Subject;
  beforeAll(async () => {
    const world = await open();
    subject = { world, entered: await enteredCluster(world, USERNAME), userId: '' };
  }, 300_000);
  afterAll(() => subject?.world.close(), 60_000);
  addingMembers(() => subject, hurry);
  removingMembers(() => subject);
}

function addingMembers(subject: () => Subject, hurry: () => Promise<unknown>): void {
  const api = () => subject().world.endpoints.api;

  test('a role is given to a user whom Keycloak does not know: the group has it in Rancher, the user is pending and gets one e-mail (S0-122, S0-127, S0-128)', async () => {
    const { entered } = subject();
    expect(await entered.grant()).toMatchObject({ state: 'pending', group_name: entered.groupName });
    await entered.eventually('looked at', (it) => it !== undefined && it.last_checked > it.created);
    expect(await entered.membership()).toMatchObject({ state: 'pending', error_message: '' });
    expect(await entered.members()).toEqual([]);
    expect(await entered.bound()).toEqual([entered.principal]);
    await expect.poll(entered.mails, SOON).toHaveLength(1);
  }, 300_000);

  test('the first sign-in makes a user of Paddock, who may sign out again, and who is in the group within a minute (S0-126, S0-141)', async () => {
    const { world, entered } = subject();
    subject().userId = (await world.people.aUser(USERNAME)).id;
    const first = await signInWithBrowser(api(), USERNAME);
    const signedInAtMs = Date.now();
    expect(first.me).toMatchObject({ username: USERNAME, email: `${USERNAME}@example.org` });
    expect(await signOut(api(), first)).toEqual([204, 401]);
    await hurry();
    await entered.eventually('active', (it) => it?.state === 'active');
    expect(Date.now() - signedInAtMs).toBeLessThan(60_000);
    expect(await entered.members()).toEqual([USERNAME]);
    expect((await signInWithBrowser(api(), USERNAME)).me).toEqual(first.me);
  }, 300_000);

  test('a terminal signs in as the same user', async () => {
    const { me } = await signInWithBrowser(api(), USERNAME);
    expect(await signInAtTerminal(api(), USERNAME)).toEqual(me);
  }, 120_000);

  test('what Keycloak sends Rancher at the sign-in names the group that has the role in the cluster (S0-117, S1-049)', async () => {
    const { entered } = subject();
    const groups = await entered.sentToRancher();
    expect(groups).toEqual([entered.groupName]);
    expect(await entered.bound()).toEqual(groups.map((group) => `keycloakoidc_group://${group}`));
  }, 120_000);
}

function removingMembers(subject: () => Subject): void {
  test('a revoked role is removed for that user only, and with the last one’s the group goes from Keycloak and Rancher', async () => {
    const { entered } = subject();
    await entered.grant(OTHER);
    expect(await entered.revoke()).toBe(204);
    await entered.eventually('gone', (it) => it === undefined);
    expect(await entered.sentToRancher()).toEqual([]);
    expect([await entered.members(), await entered.bound()]).toEqual([[], [entered.principal]]);
    expect(await entered.revoke(OTHER)).toBe(204);
    await entered.eventually('gone', (it) => it === undefined, OTHER);
    await expect.poll(entered.bound, SOON).toEqual([]);
    await expect.poll(entered.topGroups, SOON).toEqual([]);
    expect(await entered.mails()).toHaveLength(1);
  }, 300_000);

  test('a user whom Keycloak knows is added at once, and nothing of the cluster is in Keycloak when it has been deleted (S0-139)', async () => {
    const { entered, userId } = subject();
    await entered.grant();
    await entered.eventually('active', (it) => it?.state === 'active');
    expect(await entered.sentToRancher()).toEqual([entered.groupName]);
    expect(await entered.terminate()).toMatchObject({ state: 'done', error_message: '' });
    expect(await entered.topGroups()).toEqual([]);
    expect(await entered.groupsOf(userId)).toEqual([]);
    expect(await entered.bound()).toEqual([]);
    expect(await entered.membership()).toBeUndefined();
    expect(await entered.sentToRancher()).toEqual([]);
  }, 300_000);
}
