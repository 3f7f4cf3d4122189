import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Simulator, startSimulator } from '../start-simulator.ts';

/** Tests Keycloak's admin API with Keycloak's own client. */
const printed = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });
const realm = 'day';
let simulator: Simulator;
let keycloak: KeycloakAdminClient;

beforeAll(async () => {
  simulator = await startSimulator('keycloak');
  const { username, password } = printed.parse(simulator.printed).admin;
  keycloak = new KeycloakAdminClient({ baseUrl: simulator.url, realmName: 'master' });
  await keycloak.auth({ grantType: 'password', clientId: 'admin-cli', username, password });
  await keycloak.realms.create({ realm, enabled: true, displayName: 'Day', accessTokenLifespan: 600 });
});
afterAll(() => simulator.stop());

test('Keycloak’s client finds, changes and shows realms', async () => {
  expect((await keycloak.realms.find({ briefRepresentation: true })).map((one) => one.realm)).toContain(realm);
  const whole = await keycloak.realms.findOne({ realm });
  await keycloak.realms.update({ realm }, { ...whole, displayName: 'Night' });
  expect(await keycloak.realms.findOne({ realm })).toMatchObject({ displayName: 'Night', accessTokenLifespan: 600 });
});

test('Keycloak’s client makes clients with secrets, roles and mappers', async () => {
  const wish = {
    clientId: 'job',
    name: 'Job',
    serviceAccountsEnabled: true,
    attributes: { 'access.token.lifespan': '90' },
  };
  const { id } = await keycloak.clients.create({ realm, ...wish });
  const whole = await keycloak.clients.findOne({ realm, id });
  await keycloak.clients.update({ realm, id }, { ...whole, description: 'Works' });
  expect(await keycloak.clients.find({ realm, clientId: 'jo', search: true })).toMatchObject([
    { description: 'Works' },
  ]);
  expect(await keycloak.clients.find({ realm, first: 0, max: 2 })).toHaveLength(2);
  const { value } = await keycloak.clients.generateNewClientSecret({ realm, id });
  expect(await keycloak.clients.getClientSecret({ realm, id })).toMatchObject({ value });
  await keycloak.clients.createRole({ realm, id, name: 'editor' });
  expect(await keycloak.clients.listRoles({ realm, id })).toMatchObject([{ name: 'editor', clientRole: true }]);
  const mapper = { name: 'groups', protocol: 'openid-connect', protocolMapper: 'oidc-group-membership-mapper' };
  await keycloak.clients.addProtocolMapper({ realm, id }, { ...mapper, config: { 'claim.name': 'groups' } });
  expect(await keycloak.clients.listProtocolMappers({ realm, id })).toHaveLength(1);
  await keycloak.clients.del({ realm, id });
});

test('Keycloak’s client makes users and groups, and gives both roles', async () => {
  const { id } = await keycloak.users.create({ realm, username: 'Ann', enabled: true, attributes: { team: ['it'] } });
  const child = await keycloak.groups.create({ realm, name: 'top', description: 'First' });
  const { id: kid } = await keycloak.groups.createChildGroup({ realm, id: child.id }, { name: 'kid' });
  await keycloak.users.addToGroup({ realm, id, groupId: kid });
  expect(await keycloak.users.listGroups({ realm, id })).toMatchObject([{ path: '/top/kid' }]);
  expect(await keycloak.users.countGroups({ realm, id })).toEqual({ count: 1 });
  expect(await keycloak.groups.listMembers({ realm, id: kid, max: 1 })).toMatchObject([{ username: 'ann' }]);
  expect(await keycloak.groups.listSubGroups({ realm, parentId: child.id })).toMatchObject([{ name: 'kid' }]);
  await keycloak.roles.create({ realm, name: 'auditor', description: 'Looks' });
  const { id: roleId = '' } = (await keycloak.roles.findOneByName({ realm, name: 'auditor' })) ?? {};
  await keycloak.users.addRealmRoleMappings({ realm, id, roles: [{ id: roleId, name: 'auditor' }] });
  expect((await keycloak.users.listRealmRoleMappings({ realm, id })).map(({ name }) => name)).toContain('auditor');
  await keycloak.groups.addRealmRoleMappings({ realm, id: child.id, roles: [{ id: roleId, name: 'auditor' }] });
  expect(await keycloak.roles.findUsersWithRole({ realm, name: 'auditor' })).toMatchObject([{ username: 'ann' }]);
  await keycloak.users.resetPassword({ realm, id, credential: { type: 'password', value: 'pw', temporary: false } });
  expect(await keycloak.users.getCredentials({ realm, id })).toHaveLength(1);
  expect(await keycloak.users.count({ realm, search: 'an' })).toBe(1);
  await keycloak.users.del({ realm, id });
  await keycloak.groups.del({ realm, id: child.id });
});

test('Keycloak’s client gets an error for what is not simulated', async () => {
  await expect(keycloak.components.find({ realm })).rejects.toMatchObject({ response: { status: 501 } });
});
