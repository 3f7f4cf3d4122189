import { afterAll, beforeAll, describe } from 'vitest';
import { backendFailures } from './backend-failures.contract.ts';
import { accessCases } from './rancher/access-cases.ts';
import { accountCases } from './rancher/account-cases.ts';
import { actingCases } from './rancher/acting-cases.ts';
import { anActiveCluster } from './rancher/an-active-cluster.ts';
import { catalogCases } from './rancher/catalog-cases.ts';
import { clusterObjectCases } from './rancher/cluster-object-cases.ts';
import { clusterTokenCases } from './rancher/cluster-token-cases.ts';
import { contentCases } from './rancher/content-cases.ts';
import { managementCases } from './rancher/management-cases.ts';
import { narrowAccessCases } from './rancher/narrow-access-cases.ts';
import { nodeCases } from './rancher/node-cases.ts';
import { machineConfigCases } from './rancher/pools/machine-config-cases.ts';
import { poolClusterCases } from './rancher/pools/pool-cluster-cases.ts';
import { poolCredentialCases } from './rancher/pools/pool-credential-cases.ts';
import { projectCases } from './rancher/project-cases.ts';
import { provisioningCases } from './rancher/provisioning-cases.ts';
import { type OpenedRancher, openRancher, type RancherUnderTest } from './rancher/rancher-under-test.ts';
import { registrationCases } from './rancher/registration-cases.ts';
import { registryCases } from './rancher/registry-cases.ts';
import { roleBindingCases } from './rancher/role-binding-cases.ts';
import { roleTemplateCases } from './rancher/role-template-cases.ts';
import { rotationCases } from './rancher/rotation-cases.ts';
import { upgradeCases } from './rancher/upgrade-cases.ts';
import { yamlCases } from './rancher/yaml-cases.ts';

/** A real Rancher needs seconds where the simulator needs milliseconds. */
const SLOW_MS = 120_000;

/** The behaviour that the product expects of every Rancher. */
export function rancherContract(name: string, start: () => Promise<RancherUnderTest>, canFail: boolean): void {
  describe(name, { timeout: SLOW_MS }, () => {
    let opened: OpenedRancher;
    beforeAll(async () => {
      opened = await openRancher(await start());
    }, SLOW_MS);
    afterAll(() => opened.close(), SLOW_MS);

    provisioningCases(() => opened);
    managementCases(() => opened);
    nodeCases(() => opened);
    upgradeCases(() => opened);
    rotationCases(() => opened);
    poolCredentialCases(() => opened);
    machineConfigCases(() => opened);
    poolClusterCases(() => opened);
    registrationCases(() => opened);
    registryCases(() => opened);
    clusterTokenCases(() => opened);
    narrowAccessCases(() => opened);
    yamlCases(() => opened);
    roleTemplateCases(() => opened);
    projectCases(() => opened);
    catalogCases(() => opened);
    contentCases(() => opened);
    clusterObjectCases(() => ({
      ...{ backend: opened.backend, rancher: opened.rancher, cluster: () => anActiveCluster(opened) },
      lostCluster: async () => (await opened.aManagedCluster()).id,
    }));
    roleBindingCases(() => opened);
    accountCases(() => opened);
    accessCases(() => opened);
    actingCases(() => opened);

    describe.runIf(canFail)('on a bad day', () => {
      backendFailures(() => {
        const { backend, open } = opened;
        if (!backend.simulator) throw new Error('failures can only be planned on a simulator');
        return {
          simulator: backend.simulator,
          call: async (connect) =>
            (await open(backend.key, connect)).listNodes({ backendId: 'c-m-nobody00', name: 'nobody' }),
          path: '^/v3/nodes',
        };
      });
    });
  });
}
