import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { secretsManagerSecrets } from '#shared/adapters/aws/secrets';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { updateServiceSettings } from '#shared/app/providers/update-service-settings';
import { secretName } from '#shared/domain/_core/secret-name';
import { staff } from '#test/builders/builders';
import { begunOrder, stepWorldPerFile } from '../_worlds/step-world.ts';
import { testAws } from '../aws/aws-client.ts';

const world = await stepWorldPerFile();

test('a key that is corrected over the API is used by the very next attempt, in a Lambda that has kept the wrong one', async () => {
  const { store, clock, stage, settings, deps } = world;
  const secrets = secretsManagerSecrets({ client: new SecretsManagerClient(testAws()), clock });
  const templates = { templateProblems: () => [], loadBalancerTemplateProblems: () => [] };
  const changing = { store, secrets, stage, clock, ids: world.ids, ...templates };
  const change = (rancher: Record<string, string>) =>
    updateServiceSettings(changing, staff(), settings.uuid, ({ name }) => ({
      ...settings,
      name,
      secrets: { rancher },
    }));
  const right = JSON.parse((await secrets.find(secretName(stage, 'rancher', settings.uuid))) ?? '');

  await change({ password: 'wrong' });
  const { target } = await begunOrder(world);
  await expect(ensureCluster.call(deps, target)).rejects.toMatchObject({ name: 'BackendUnauthorized' });
  await change(right);
  expect(await ensureCluster.call(deps, target)).toMatchObject({ ready: expect.any(Boolean) });
});
