import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILD_MS, hasGo, type MagnumAccess, magnumOn, runGo } from '../_worlds/magnum-client.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';

const { endpoints } = ownCloud();

let close: () => Promise<void>;
let access: MagnumAccess;
beforeAll(async () => {
  ({ access, close } = await magnumOn(endpoints));
}, 60_000);
afterAll(() => close());

/** The Terraform provider polls every 10 or 20 seconds, so the test takes more than a minute. */
test.skipIf(!hasGo)(
  'Terraform’s OpenStack provider applies a template, a cluster and a node group, finds nothing to change, resizes, and destroys them (skipped: `go` is not installed) (M41)',
  async () => {
    expect(await runGo('terraform', access)).toMatch(/^done/);
  },
  2 * BUILD_MS,
);
