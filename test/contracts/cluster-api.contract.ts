import { afterAll, beforeAll, describe } from 'vitest';
import type { ClusterApi } from './cluster-api/cluster-api-under-test.ts';
import { deletionCases } from './cluster-api/deletion-cases.ts';
import { healthCases } from './cluster-api/health-cases.ts';
import { poolUnderTest } from './cluster-api/pool-under-test.ts';
import { rolloutCases } from './cluster-api/rollout-cases.ts';
import { scalingCases } from './cluster-api/scaling-cases.ts';

/** The behaviour of Cluster API for the objects that Rancher derives from pools. */
export function clusterApiContract(name: string, start: () => Promise<ClusterApi>): void {
  describe(`pools in ${name}`, () => {
    let api: ClusterApi | undefined;
    let count = 0;
    beforeAll(async () => {
      api = await start();
    });
    afterAll(() => api?.stop());

    const opened = (): ClusterApi => {
      if (!api) throw new Error('Nothing has been started.');
      return api;
    };
    const newPool = () => {
      count += 1;
      return poolUnderTest(opened(), `p${count}`);
    };
    scalingCases(opened, newPool);
    rolloutCases(newPool);
    deletionCases(opened, newPool);
    healthCases(opened, newPool);
  });
}
