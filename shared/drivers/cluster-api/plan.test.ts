import { describe, expect, test } from 'vitest';
import { aClusterApiRequest, aTemplateSpec, clusterApiOrder, MANAGEMENT, withNetworks } from '#test/cluster-api-orders';
import { facts, factsOf } from '#test/planning';
import { refusalOf } from '#test/refusal-of';
import { planCluster } from './plan.ts';

const order = (masterLbEnabled: boolean) =>
  clusterApiOrder({ clusterApi: aClusterApiRequest({ spec: aTemplateSpec({ masterLbEnabled }) }) });
const planned = (masterLbEnabled: boolean, hasLoadBalancers: boolean, management = MANAGEMENT) =>
  planCluster(order(masterLbEnabled), factsOf([{ ...withNetworks(facts), hasLoadBalancers }], { management }));

describe('a cloud without Octavia (S3-011)', () => {
  test('is named when the API of a cluster is to have a load balancer', () => {
    expect(refusalOf(() => planned(true, false))).toEqual({
      cluster_api_template: [expect.stringContaining('has no Octavia')],
    });
  });

  test.each([
    ['is enough for a cluster without a load balancer', false, false, MANAGEMENT],
    ['is enough for machines in memory', true, false, { ...MANAGEMENT, infrastructure: 'in-memory' as const }],
    ['is no problem of a cloud that has it', true, true, MANAGEMENT],
  ])('%s', (_what, masterLbEnabled, hasLoadBalancers, management) => {
    expect(planned(masterLbEnabled, hasLoadBalancers, management).clusterApi).toBeDefined();
  });
});
