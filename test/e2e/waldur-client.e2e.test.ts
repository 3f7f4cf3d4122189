import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { pythonVenv } from '#infra/local/python-venv';
import { personAt } from './customer.ts';
import { ownCloud } from './own-cloud.ts';

const { endpoints } = ownCloud();
const PROGRAM = fileURLToPath(new URL('waldur-client/order_a_cluster.py', import.meta.url));
const REQUIREMENTS = fileURLToPath(new URL('waldur-client/requirements.txt', import.meta.url));

let python: string;
beforeAll(async () => {
  const contents = { what: "Waldur's API client", requirements: REQUIREMENTS };
  python = await pythonVenv(contents, { home: localHome(), logDir: localLogDir('e2e') });
}, 300_000);

/** What the client does not read, and why. */
const unread = (lists: Record<string, string>) =>
  Object.fromEntries(Object.entries(lists).filter(([, found]) => found !== 'read' && found !== 'empty'));

test.each([
  ['that all end in a slash', 'slash'],
  ['of which none ends in a slash', 'bare'],
])(
  "a program written for Waldur's own client finds, orders, follows, looks at, changes and ends a cluster, by paths %s",
  async (_, ending) => {
    const name = `by-waldur-client-${ending}`;
    const { attributes, offering, project } = personAt(endpoints, 'owner').clusterOrder(name, 1, 1);
    const task = { api: endpoints.api, token: endpoints.tokens.owner, offering, project, attributes, ending };
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
