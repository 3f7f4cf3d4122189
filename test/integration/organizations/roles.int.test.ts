import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiUnderTest, apiUnderTest, ORIGIN, type Person } from '../_worlds/api-under-test.ts';

const roles = z.array(z.looseObject({ uuid: z.string(), name: z.string(), permissions: z.array(z.string()) }));

let api: ApiUnderTest;
let anybody: Person;
beforeAll(async () => {
  api = await apiUnderTest();
  anybody = await api.person();
});

const listed = async (query = '') => roles.parse((await api.ask('GET', `roles/${query}`, anybody)).body);

test('roles are there for everybody with what they let do, under the uuid by which they are given (S0-118)', async () => {
  const [owner, manager, admin, member, ...others] = await listed();
  expect(others).toEqual([]);
  expect(manager).toEqual({
    ...{ url: `${ORIGIN}/api/roles/${manager?.uuid}/`, uuid: manager?.uuid, name: 'PROJECT.MANAGER' },
    ...{ description: 'Project manager', content_type: 'project', is_system_role: true, is_active: true },
    permissions: expect.arrayContaining(['PROJECT.ADD_USER', 'ORDER.CREATE', 'ORDER.CANCEL', 'MEMBERSHIP.CREATE']),
  });
  expect(owner).toMatchObject({ name: 'CUSTOMER.OWNER', content_type: 'customer' });
  expect(owner?.permissions).toEqual(expect.arrayContaining([...(manager?.permissions ?? []), 'ORDER.APPROVE']));
  expect(manager?.permissions).not.toContain('ORDER.APPROVE');
  expect(admin?.permissions).not.toContain('PROJECT.ADD_USER');
  expect(member?.permissions).toEqual(['CLOUD.SEE', 'ORDER.CREATE']);
  expect((await api.ask('GET', `roles/${manager?.uuid}/`, anybody)).body).toEqual(manager);
});

test('roles are found by name and description, sorted, and shown by the fields that are asked for', async () => {
  expect((await listed('?name=project.m&o=-name')).map(({ name }) => name)).toEqual([
    'PROJECT.MEMBER',
    'PROJECT.MANAGER',
  ]);
  expect((await api.ask('GET', 'roles/?description=owner&field=name', anybody)).body).toEqual([
    { name: 'CUSTOMER.OWNER' },
  ]);
});

test('a role that nobody has heard of is not there', async () => {
  const answer = await api.ask('GET', `roles/${anybody.user.uuid}/`, anybody);
  expect(answer).toMatchObject({ status: 404, body: { detail: 'No Role matches the given query.' } });
});
