import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { localHome } from '#infra/local/local-settings';
import { startSimulator } from '../start-simulator.ts';

/** Tests OpenStack's APIs with gophercloud, the Go library that Terraform and Kubernetes' cloud provider use. */
const SOURCE = fileURLToPath(new URL('./gophercloud/', import.meta.url));
const BUILD_MS = 300_000;
const DAY_MS = 60_000;
const execute = promisify(execFile);
const printed = z.object({
  auth_url: z.string(),
  admin: z.object({ password: z.string() }),
  external_network_id: z.string(),
});
const hasGo = spawnSync('go', ['version']).status === 0;
let program: string;

beforeAll(async () => {
  if (!hasGo) return;
  mkdirSync(localHome(), { recursive: true });
  program = join(localHome(), 'gophercloud-day');
  await execute('go', ['build', '-o', program, '.'], { cwd: SOURCE, timeout: BUILD_MS });
}, BUILD_MS);

test.skipIf(!hasGo)(
  'gophercloud works with the OpenStack simulator (skipped: `go` is not installed)',
  {
    timeout: DAY_MS,
  },
  async () => {
    const simulator = await startSimulator('openstack');
    try {
      await simulator.setDelays({ serverBuild: 100, serverDelete: 100, volumeCreate: 50, volumeDelete: 50 });
      const { auth_url, admin, external_network_id } = printed.parse(simulator.printed);
      const args = [auth_url, admin.password, external_network_id];
      const { stdout } = await execute(program, args, { timeout: DAY_MS });
      expect(stdout).toMatch(/^done/);
    } finally {
      await simulator.stop();
    }
  },
);
