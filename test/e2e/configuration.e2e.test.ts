import { expect, test } from 'vitest';
import { readDeployed } from '#infra/ops/deployed-settings';
import { runOps } from '#test/programs/run-ops';
import { clientOptions, STAGE } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();

test('a deployed stage keeps what it was given, and refuses a deployment that lacks it', async () => {
  const { kept } = await readDeployed(STAGE, clientOptions(endpoints));
  expect(kept).toMatchObject({ stage: STAGE, publicUrl: endpoints.api, oidcAudience: 'paddock', hooksOverHttp: true });
  const { code, said } = await runOps(endpoints.aws, 'deploy', '--stage', STAGE);
  expect(code).toBe(1);
  expect(said).toContain(`publicUrl (PADDOCK_PUBLIC_URL) was "${endpoints.api}"`);
  expect(said).not.toContain('Bundling');
});
