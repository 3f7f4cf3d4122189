import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backendsAtRest, LETS_GO, stateOfBackends } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { isRunnable, scriptOfPage } from './_worlds/page-script.ts';

const { endpoints } = ownCloud();
const staff = personAt(endpoints, 'staff');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quick-start-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function ownersMayAddNodes(owners_may_add_nodes: true | null): Promise<void> {
  const path = `marketplace-provider-offerings/${endpoints.sample.offering}/`;
  expect(await staff.call('PATCH', path, { plugin_options: { owners_may_add_nodes } })).toMatchObject({ status: 200 });
}

test.runIf(isRunnable)(
  'the quick start, run as it is written, makes a cluster of 3 servers and 2 agents, adds a node, and leaves nothing',
  async () => {
    await ownersMayAddNodes(true);
    const before = await backendsAtRest(endpoints);
    const kubeconfig = join(folder, 'config');
    const { script, byHand } = await scriptOfPage('quick-start');
    expect(byHand).toEqual([]);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      timeout: 280_000,
      env: {
        PATH: process.env.PATH,
        PADDOCK_API: endpoints.api,
        PADDOCK_TOKEN: endpoints.tokens.owner,
        KUBECONFIG: kubeconfig,
        CLUSTER_NAME: 'quick-start',
      },
    });
    const roles = [...stdout.matchAll(/"role": "(server|agent)",\s+"state": "OK"/g)].map(([, role]) => role).sort();
    expect(roles).toEqual(['agent', 'agent', 'server', 'server', 'server']);
    expect(await readFile(kubeconfig, 'utf8')).toMatch(/^kind: Config$/m);
    const { body } = await staff.call('GET', 'marketplace-resources/?name_exact=quick-start');
    expect(body).toMatchObject([{ state: 'Terminated' }]);
    await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
    await ownersMayAddNodes(null);
  },
  300_000,
);
