import { expect, test } from 'vitest';
import { type ProjectComponent, projectComponent } from '../../marketplace/rancher-project-offering.ts';
import type { RequestingPod } from './pod-requests.ts';
import { type ClusterFigures, figuresOfProject } from './project-figures.ts';

const GI = 2 ** 30;
const component = (type: string, fields: Partial<ProjectComponent> = {}): ProjectComponent =>
  projectComponent.parse({ type, name: type, description: '', measured_unit: '', billing_type: 'limit', ...fields });
const COMPONENTS = [component('cpu'), component('ram'), component('storage'), component('gpu'), component('pods')];

const aPod = (namespace: string, requests: RequestingPod['requests'], phase = 'Running'): RequestingPod => ({
  ...{ namespace, phase, containers: [{ requests, isSidecar: false }] },
  ...{ initContainers: [], requests: {}, overhead: {} },
});
const cluster = (figures: Partial<ClusterFigures> = {}): ClusterFigures => ({
  namespaces: [
    { name: 'alpha', projectId: 'c-1:p-1' },
    { name: 'alpha-test', projectId: 'c-1:p-1' },
    { name: 'beta', projectId: 'c-1:p-2' },
  ],
  ...{ pods: [], claims: [], quotas: [] },
  ...figures,
});
const figuresOf = (figures: Partial<ClusterFigures>, components = COMPONENTS) =>
  figuresOfProject('c-1:p-1', components, cluster(figures));

test('requests of all namespaces of the project add up, and of no other (S1-042, S1-066, S1-067, S1-068, S1-069, U21)', () => {
  const pods = [
    aPod('alpha', { cpu: 0.5, memory: GI }),
    aPod('alpha-test', { cpu: 1, 'nvidia.com/gpu': 2 }),
    aPod('alpha', { cpu: 8 }, 'Succeeded'),
    aPod('beta', { cpu: 9, memory: 9 * GI }),
  ];
  const claims = [
    { namespace: 'alpha', storage: 10 * GI },
    { namespace: 'alpha-test', storage: GI / 2 },
    { namespace: 'beta', storage: 99 * GI },
  ];
  const { requested } = figuresOf({ pods, claims });
  expect(requested).toEqual({ cpu: 1.5, ram: 1, storage: 10.5, gpu: 2, pods: 2 });
});

test('a project without workloads uses nothing', () => {
  expect(figuresOf({})).toEqual({ requested: { cpu: 0, ram: 0, storage: 0, gpu: 0, pods: 0 }, counted: {} });
});

test('a figure that cannot be read is missing, and the others stay', () => {
  const pods = [aPod('alpha', { cpu: Number.NaN, memory: GI }), aPod('alpha', { cpu: 1 })];
  const quotas = [{ namespace: 'alpha', used: { 'limits.cpu': 2, 'limits.memory': Number.NaN } }];
  expect(figuresOf({ pods, quotas })).toEqual({
    requested: { ram: 1, storage: 0, gpu: 0, pods: 2 },
    counted: { cpu: 2 },
  });
});

test('what quotas count adds up over namespaces, and several quotas of one namespace count once (U27, U40)', () => {
  const quotas = [
    { namespace: 'alpha', used: { 'limits.cpu': 5, 'limits.memory': 3 * GI } },
    { namespace: 'alpha', used: { 'limits.cpu': 5, 'requests.storage': 10 * GI, 'requests.nvidia.com/gpu': 2 } },
    { namespace: 'alpha-test', used: { 'limits.cpu': 0.25 } },
    { namespace: 'beta', used: { 'limits.cpu': 50 } },
  ];
  expect(figuresOf({ quotas }).counted).toEqual({ cpu: 5.25, ram: 3, storage: 10, gpu: 2 });
});

test('figures are in the unit of the component, with its factor and two decimal places (S1-038, U30, U51)', () => {
  const components = [
    component('cpu', { unit_factor: 4 }),
    component('gpus', { k8s_resource: 'nvidia.com/gpu-h100' }),
    component('gpus_h200', { k8s_resource: 'nvidia.com/gpu-h200' }),
    component('licenses'),
  ];
  const pods = [aPod('alpha', { cpu: 1.333, 'nvidia.com/gpu-h100': 3, 'nvidia.com/gpu-h200': 4 })];
  expect(figuresOf({ pods }, components).requested).toEqual({ cpu: 0.33, gpus: 3, gpus_h200: 4 });
});
