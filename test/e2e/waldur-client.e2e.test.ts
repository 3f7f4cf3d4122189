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

test("a program written for Waldur's own client finds, orders, follows, looks at and ends a cluster", async () => {
  const { attributes, offering, project } = personAt(endpoints, 'owner').clusterOrder('by-waldur-client', 1, 1);
  const task = { api: endpoints.api, token: endpoints.tokens.owner, offering, project, attributes };
  const { stdout } = await promisify(execFile)(python, [PROGRAM, JSON.stringify(task)], { timeout: 280_000 });
  expect(JSON.parse(stdout)).toEqual({
    offering: 'Kubernetes, self-managed',
    created: 'done',
    cluster: { name: 'by-waldur-client', state: 'OK', runtime_state: 'active' },
    nodes: [
      ['agent', 'OK'],
      ['server', 'OK'],
    ],
    terminated: 'done',
    orders: [
      ['Create', 'done'],
      ['Terminate', 'done'],
    ],
    left: 0,
  });
}, 300_000);
