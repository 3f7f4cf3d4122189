import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { parseQuantity } from '#shared/domain/_core/values/kubernetes-quantity';
import {
  type Amounts,
  hasEnded,
  requestsOfPod,
  sumOfAmounts,
} from '#shared/domain/rancher-projects/usage/pod-requests';
import { type ShopWithSite, shopPerTest } from '../cluster-contents/shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite;
beforeEach(async () => {
  shop = await openShop();
});

const NAMESPACE = 'figures';
const EVENTUALLY = { timeout: 10_000, interval: 50 };
const QUOTAS = `/api/v1/namespaces/${NAMESPACE}/resourcequotas`;
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
const CLAIMS = `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`;
async function make(path: string, kind: string, name: string, spec: object) {
  const answer = await shop.inside.post(path, { apiVersion: 'v1', kind, metadata: { name }, spec });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}
const container = (name: string, requests: Record<string, string>, more: object = {}) => ({
  ...{
    name,
    image: 'example.org/tool:1',
    resources: { requests, limits: { cpu: '8', memory: '8Gi', ...gpusOf(requests) } },
  },
  ...more,
});
const gpusOf = ({ 'nvidia.com/gpu': gpus }: Record<string, string>) => gpus !== undefined && { 'nvidia.com/gpu': gpus };

const quotaStatus = z.object({
  status: z.object({ hard: z.record(z.string(), z.string()), used: z.record(z.string(), z.string()) }).optional(),
});
/** The usage that Kubernetes' quota controller reports. */
async function counted(): Promise<Record<string, number | undefined>> {
  const { status } = quotaStatus.parse((await shop.inside.get(`${QUOTAS}/judge`)).body);
  return Object.fromEntries(Object.entries(status?.used ?? {}).map(([name, used]) => [name, parseQuantity(used)]));
}
/** The usage that Paddock reports, by quota name. */
async function figures(): Promise<Record<string, number>> {
  const { rancher } = shop.opened;
  const pods = (await rancher.listRequestingPods(shop.cluster.backendId)).filter(
    (it) => it.namespace === NAMESPACE && !hasEnded(it),
  );
  const claims = (await rancher.listVolumeClaims(shop.cluster.backendId)).filter((it) => it.namespace === NAMESPACE);
  const requests: Amounts = sumOfAmounts(pods.map(requestsOfPod));
  return {
    'requests.cpu': requests.cpu ?? 0,
    'requests.memory': requests.memory ?? 0,
    'requests.nvidia.com/gpu': requests['nvidia.com/gpu'] ?? 0,
    'requests.storage': claims.reduce((sum, { storage }) => sum + storage, 0),
    pods: pods.length,
  };
}

test('requests add up to what Kubernetes counts for a quota (S1-066, S1-067, S1-068)', async () => {
  const hard = {
    ...{ 'requests.cpu': '99', 'requests.memory': '99Gi', 'requests.nvidia.com/gpu': '9' },
    ...{ 'requests.storage': '99Gi', pods: '99' },
  };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
  expect(await shop.inside.post('/api/v1/namespaces', namespace)).toMatchObject({ status: 201 });
  await make(QUOTAS, 'ResourceQuota', 'judge', { hard });
  await expect.poll(counted, EVENTUALLY).toMatchObject({ pods: 0, 'requests.storage': 0 });
  await make(PODS, 'Pod', 'plain', {
    containers: [container('a', { cpu: '250m', memory: '1500Mi' }), container('b', { cpu: '1', memory: '0.5Gi' })],
  });
  await make(PODS, 'Pod', 'prepared', {
    initContainers: [
      container('first', { cpu: '3', memory: '1Ki' }),
      container('beside', { cpu: '0.5', memory: '100M' }, { restartPolicy: 'Always' }),
      container('last', { cpu: '1', memory: '2Gi' }),
    ],
    containers: [container('a', { cpu: '1', memory: '1Gi', 'nvidia.com/gpu': '2' })],
  });
  await make(PODS, 'Pod', 'over', { containers: [container('a', { cpu: '7', memory: '7Gi' })] });
  const over = z.looseObject({}).parse((await shop.inside.get(`${PODS}/over`)).body);
  const ended = await shop.inside.put(`${PODS}/over/status`, { ...over, status: { phase: 'Succeeded' } });
  expect(ended, JSON.stringify(ended.body)).toMatchObject({ status: 200 });
  await make(CLAIMS, 'PersistentVolumeClaim', 'data', {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1.5Gi' } },
  });
  const own = await figures();
  expect(own).toMatchObject({ 'requests.cpu': 4.25, 'requests.nvidia.com/gpu': 2, pods: 2 });
  await expect.poll(counted, EVENTUALLY).toEqual(own);
  const quotas = await shop.opened.rancher.listQuotaFigures(shop.cluster.backendId);
  expect(quotas).toContainEqual(
    expect.objectContaining({ namespace: NAMESPACE, name: 'judge', used: expect.objectContaining(own) }),
  );
});

test('namespaces are listed with the project that they belong to (S1-069)', async () => {
  const namespaces = await shop.opened.rancher.listNamespacesWithProject(shop.cluster.backendId);
  expect(namespaces.find(({ name }) => name === 'shop')?.projectId).toMatch(/^c-.+:p-.+$/);
  expect(namespaces.every(({ projectId }) => projectId !== '')).toBe(true);
});
