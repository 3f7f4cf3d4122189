import { afterAll, beforeAll, describe } from 'vitest';
import { backendFailures } from './backend-failures.contract.ts';
import { checkCases } from './cluster-api-management/check-cases.ts';
import { clusterCases } from './cluster-api-management/cluster-cases.ts';
import { type ManagementUnderTest, openManagement } from './cluster-api-management/management-under-test.ts';
import { objectCases } from './cluster-api-management/object-cases.ts';
import { renderedCases } from './cluster-api-management/rendered-cases.ts';
import { wholeObjectCases } from './cluster-api-management/whole-object-cases.ts';

/** The behaviour that the product expects of every management cluster with Cluster API. */
export function managementContract(name: string, start: () => Promise<ManagementUnderTest>, canFail: boolean): void {
  describe(name, () => {
    let backend: ManagementUnderTest | undefined;
    beforeAll(async () => {
      backend = await start();
    }, 60_000);
    afterAll(() => backend?.stop());
    const started = (): ManagementUnderTest => {
      if (!backend) throw new Error('Nothing has been started.');
      return backend;
    };
    describe('objects', () => objectCases(started));
    describe('whole objects', () => wholeObjectCases(started));
    checkCases(started);
    describe('a cluster', () => clusterCases(started));
    renderedCases(started);

    describe.runIf(canFail)('on a bad day', () => {
      backendFailures(() => {
        const { simulator } = started();
        if (!simulator) throw new Error('failures can only be planned on a simulator');
        const kind = { apiVersion: 'v1', kind: 'ConfigMap' };
        return {
          simulator,
          call: async (connect) => (await openManagement(started(), { connect })).list(kind, {}),
          path: 'configmaps$',
        };
      });
    });
  });
}
