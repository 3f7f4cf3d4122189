import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pythonVenv } from '#infra/local/emulator/python-venv';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { personAt } from '../_worlds/customer.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const of = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const PROGRAM = of('../waldur-client/order_a_cluster.py');
const OLDER = of('../waldur-client/order_by_older_client.py');

let python: string;
let olderPython: string;
beforeAll(async () => {
  const where = { home: localHome(), logDir: localLogDir('e2e') };
  python = await pythonVenv(
    { what: "Waldur's API client", requirements: of('../waldur-client/requirements.txt') },
    where,
  );
  const older = { what: 'python-waldur-client', requirements: of('../../integration/waldur-clients/requirements.txt') };
  olderPython = await pythonVenv(older, where);
}, 300_000);

const staff = personAt(endpoints, 'staff');
const letOwnersAddNodes = (owners_may_add_nodes: true | null) => {
  const offering = `marketplace-provider-offerings/${endpoints.sample.offering}/`;
  return staff.call('PATCH', offering, { plugin_options: { owners_may_add_nodes } });
};
beforeAll(() => letOwnersAddNodes(true));
afterAll(() => letOwnersAddNodes(null));

async function newColleague(username: string): Promise<string> {
  const { body } = await staff.call('POST', 'users/', { username, email: `${username}@example.org` });
  return z.object({ uuid: z.string() }).parse(body).uuid;
}

const unread = (lists: Record<string, string>) =>
  Object.fromEntries(Object.entries(lists).filter(([, found]) => found !== 'read' && found !== 'empty'));

test.each([
  ['that all end in a slash', 'slash'],
  ['of which none ends in a slash', 'bare'],
])(
  "a program written for Waldur's own client orders and follows a cluster, grants a role, adds a node and ends it, by paths %s",
  async (_, ending) => {
    const name = `by-waldur-client-${ending}`;
    const { attributes, offering, project } = personAt(endpoints, 'owner').clusterOrder(name, 1, 1);
    const colleague = await newColleague(name);
    const task = {
      api: endpoints.api,
      token: endpoints.tokens.owner,
      offering,
      project,
      attributes,
      colleague,
      ending,
    };
    const { stdout } = await promisify(execFile)(python, [PROGRAM, JSON.stringify(task)], { timeout: 280_000 });
    const { lists, asked, ...made } = JSON.parse(stdout);
    expect(made).toEqual({
      offering: 'Kubernetes, self-managed',
      created: 'done',
      cluster: { name, state: 'OK', runtime_state: 'active' },
      nodes: [
        ['agent', 'OK'],
        ['server', 'OK'],
      ],
      roles: ['PROJECT.ADMIN'],
      grown: [
        ['agent', 'OK'],
        ['agent', 'OK'],
        ['server', 'OK'],
      ],
      description: 'Described by a program.',
      terminated: 'done',
      orders: [
        ['Create', 'done'],
        ['Terminate', 'done'],
      ],
      left: 0,
    });
    expect(asked).toEqual({ [ending]: expect.any(Number) });
    expect(unread(lists)).toEqual({});
  },
  300_000,
);

test('a program on python-waldur-client orders, follows and ends a cluster', async () => {
  const name = 'by-python-waldur-client';
  const { attributes, offering, project } = personAt(endpoints, 'owner').clusterOrder(name, 1, 1);
  const task = { api: endpoints.api, token: endpoints.tokens.owner, offering, project, attributes };
  const { stdout } = await promisify(execFile)(olderPython, [OLDER, JSON.stringify(task)], { timeout: 280_000 });
  expect(JSON.parse(stdout)).toEqual({ created: 'done', resource: [name, 'OK'], terminated: 'done', left: [] });
}, 300_000);
