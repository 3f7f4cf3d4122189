import { describe, expect, test } from 'vitest';
import type { KubernetesObject, ObjectCollection } from '#shared/domain/cluster-contents/kubernetes-object';
import type { ClusterObjects } from '#shared/ports/rancher/cluster-objects';
import { EVENTUALLY } from './rancher-under-test.ts';

type Opened = { rancher: ClusterObjects; id: string; namespace: string };
type Row = [what: string, refused: Refused, given: Record<string, unknown>];
type Refused = { reason?: string; says: string; fields?: readonly string[] };
type Kind = { kind: string; apiVersion: string; plural: string };

const SERVICE: Kind = { kind: 'Service', apiVersion: 'v1', plural: 'services' };
const INGRESS: Kind = { kind: 'Ingress', apiVersion: 'networking.k8s.io/v1', plural: 'ingresses' };
const HPA: Kind = {
  ...{ kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v2', plural: 'horizontalpodautoscalers' },
};
const DEPLOYMENT: Kind = { kind: 'Deployment', apiVersion: 'apps/v1', plural: 'deployments' };
const CRON_JOB: Kind = { kind: 'CronJob', apiVersion: 'batch/v1', plural: 'cronjobs' };

const misspelt = (field: string): Refused => ({
  reason: 'BadRequest',
  says: `unknown field "${field}"`,
  fields: [field],
});

const ports = (...given: object[]) => ({ spec: { ports: given } });
const SERVICES: Row[] = [
  [
    'a port that is none',
    {
      fields: ['spec.ports[0].port', 'spec.ports[0].targetPort'],
      says: 'Invalid value: 70000: must be between 1 and 65535, inclusive',
    },
    ports({ port: 70_000 }),
  ],
  [
    'several ports without names',
    { fields: ['spec.ports[0].name', 'spec.ports[1].name'], says: 'Required value' },
    ports({ port: 80 }, { port: 81 }),
  ],
  [
    'a type that there is not',
    { fields: ['spec.type'], says: 'supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"' },
    { spec: { type: 'Loadbalancer', ports: [{ port: 80 }] } },
  ],
  [
    'a protocol that there is not',
    { fields: ['spec.ports[0].protocol'], says: 'Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"' },
    ports({ port: 80, protocol: 'HTTP' }),
  ],
  ['a misspelt field', misspelt('spec.selectors'), { spec: { ports: [{ port: 80 }], selectors: { app: 'cart' } } }],
];

const backend = { service: { name: 'cart', port: { number: 80 } } };
const rule = (path: object, host = 'a.example.org') => ({ spec: { rules: [{ host, http: { paths: [path] } }] } });
const PATH = 'spec.rules[0].http.paths[0]';
const INGRESSES: Row[] = [
  [
    'nothing to lead to',
    { fields: ['spec'], says: 'either `defaultBackend` or `rules` must be specified' },
    { spec: {} },
  ],
  [
    'no type of a path',
    { fields: [`${PATH}.pathType`], says: 'pathType must be specified' },
    rule({ path: '/', backend }),
  ],
  [
    'a path without a slash',
    { fields: [`${PATH}.path`], says: 'Invalid value: "cart": must be an absolute path' },
    rule({ path: 'cart', pathType: 'Prefix', backend }),
  ],
  [
    'a service without a port',
    { fields: [`${PATH}.backend`], says: 'port name or number is required' },
    rule({ path: '/', pathType: 'Prefix', backend: { service: { name: 'cart' } } }),
  ],
  [
    'a host that is none',
    { fields: ['spec.rules[0].host'], says: 'Invalid value: "Not_A_Host"' },
    rule({ path: '/', pathType: 'Prefix', backend }, 'Not_A_Host'),
  ],
  [
    'a misspelt field',
    misspelt('spec.rules[0].http.paths[0].pathtypes'),
    rule({ path: '/', pathType: 'Prefix', backend, pathtypes: 'Prefix' }),
  ],
];

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' };
const TARGET = 'spec.metrics[0].resource.target';
const HPAS: Row[] = [
  [
    'a minimum above the maximum',
    { fields: ['spec.maxReplicas'], says: 'must be greater than or equal to `minReplicas`' },
    { spec: { scaleTargetRef, minReplicas: 5, maxReplicas: 2 } },
  ],
  [
    'no maximum',
    { fields: ['spec.maxReplicas', 'spec.maxReplicas'], says: 'must be set and greater than 0' },
    { spec: { scaleTargetRef } },
  ],
  [
    'nothing to scale',
    { fields: ['kind', 'name', 'apiVersion'].map((field) => `spec.scaleTargetRef.${field}`), says: 'Required value' },
    { spec: { scaleTargetRef: {}, maxReplicas: 2 } },
  ],
  [
    'a metric without a target',
    {
      fields: ['type', 'type', 'averageUtilization'].map((it) => `${TARGET}.${it}`),
      says: 'must specify a metric target type',
    },
    {
      spec: { scaleTargetRef, maxReplicas: 2, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: {} } }] },
    },
  ],
  ['a misspelt field', misspelt('spec.maxReplica'), { spec: { scaleTargetRef, maxReplicas: 2, maxReplica: 2 } }],
];

const labels = { app: 'cart' };
const container = { name: 'cart', image: 'example.org/cart:1' };
const template = (pod: object, its: object = labels) => ({ metadata: { labels: its }, spec: pod });
const selector = { matchLabels: labels };
const POD = 'spec.template.spec';
const DEPLOYMENTS: Row[] = [
  [
    'no selector',
    { fields: ['spec.selector', 'spec.template.metadata.labels'], says: 'Required value' },
    { spec: { template: template({ containers: [container] }) } },
  ],
  [
    'pods that its selector does not select',
    { fields: ['spec.template.metadata.labels'], says: '`selector` does not match template `labels`' },
    { spec: { selector, template: template({ containers: [container] }, { app: 'other' }) } },
  ],
  [
    'no containers',
    { fields: [`${POD}.containers`], says: 'Required value' },
    { spec: { selector, template: template({}) } },
  ],
  [
    'a container without an image',
    { fields: [`${POD}.containers[0].image`], says: 'Required value' },
    { spec: { selector, template: template({ containers: [{ name: 'cart' }] }) } },
  ],
  [
    'a container whose name is none',
    { fields: [`${POD}.containers[0].name`], says: 'Invalid value: "The_Cart"' },
    { spec: { selector, template: template({ containers: [{ ...container, name: 'The_Cart' }] }) } },
  ],
  [
    'fewer than no replicas',
    { fields: ['spec.replicas'], says: 'Invalid value: -1: must be greater than or equal to 0' },
    { spec: { replicas: -1, selector, template: template({ containers: [container] }) } },
  ],
  [
    'a misspelt field',
    misspelt('spec.template.spec.containers[0].images'),
    { spec: { selector, template: template({ containers: [{ ...container, images: 'x' }] }) } },
  ],
];

const cron = (schedule: string, restartPolicy: string) => ({
  spec: { schedule, jobTemplate: { spec: { template: { spec: { containers: [container], restartPolicy } } } } },
});
const CRON_JOBS: Row[] = [
  ['a schedule that is none', { fields: ['spec.schedule'], says: 'Invalid value: "often"' }, cron('often', 'Never')],
  [
    'pods that never end',
    {
      fields: ['spec.jobTemplate.spec.template.spec.restartPolicy'],
      says: 'valid values: "OnFailure", "Never"',
    },
    cron('@daily', 'Always'),
  ],
];

const rowsOf = (kind: Kind, rows: readonly Row[]) => rows.map((row) => [kind, ...row] as const);
const ROWS = [
  ...rowsOf(SERVICE, SERVICES),
  ...rowsOf(INGRESS, INGRESSES),
  ...rowsOf(HPA, HPAS),
  ...rowsOf(DEPLOYMENT, DEPLOYMENTS),
  ...rowsOf(CRON_JOB, CRON_JOBS),
].map(([kind, what, refused, given]) => ({ name: kind.kind, kind, what, refused, given }));

/** Objects that users write through Paddock and that Kubernetes refuses, with the exact error messages. */
export function objectRefusalCases(open: () => Promise<Opened | undefined>): void {
  const objectOf = ({ kind, apiVersion }: Kind, namespace: string, name: string, given: object): KubernetesObject => ({
    ...{ kind, apiVersion, metadata: { name, namespace } },
    ...given,
  });
  const collection = ({ apiVersion, plural }: Kind, namespace: string): ObjectCollection => ({
    ...{ apiVersion, plural, namespace },
  });

  describe('refusals', () => {
    test.for(ROWS)('$name with $what is refused', async ({ kind, refused, given }, { skip }) => {
      const { rancher, id, namespace } = (await open()) ?? skip('no machine can be played here');
      const made = rancher.createObject(id, collection(kind, namespace), objectOf(kind, namespace, 'refused', given));
      const { reason = 'Invalid', says, fields = [] } = refused;
      const error: unknown = await made.catch((it: unknown) => it);
      expect(error).toMatchObject({ name: 'ObjectRefused', reason, message: expect.stringContaining(says) });
      expect(error).toMatchObject({ problems: fields.map((field) => expect.objectContaining({ field })) });
    });

    test('an apply with a field that the kind does not have is refused, and names it', async ({ skip }) => {
      const { rancher, id, namespace } = (await open()) ?? skip('no machine can be played here');
      const at = { ...collection(SERVICE, namespace), name: 'applied' };
      const given = objectOf(SERVICE, namespace, 'applied', { spec: { ports: [{ port: 80 }], selectors: {} } });
      await expect(rancher.applyObject(id, at, given)).rejects.toThrow('.spec.selectors: field not declared in schema');
    });

    test('the selector of a deployment stays as it was made', async ({ skip }) => {
      const { rancher, id, namespace } = (await open()) ?? skip('no machine can be played here');
      const at = { ...collection(DEPLOYMENT, namespace), name: 'selecting' };
      const spec = { selector, template: template({ containers: [container] }) };
      await rancher.createObject(id, at, objectOf(DEPLOYMENT, namespace, 'selecting', { spec }));
      const other = { app: 'other' };
      const changed = { selector: { matchLabels: other }, template: template({ containers: [container] }, other) };
      const late = rancher.replaceObject(id, at, objectOf(DEPLOYMENT, namespace, 'selecting', { spec: changed }));
      await expect(late).rejects.toMatchObject({
        ...{ reason: 'Invalid', message: expect.stringContaining('field is immutable') },
        problems: [{ field: 'spec.selector' }],
      });
    });

    test('what a quota has no room for is refused with the quota’s name', async ({ skip }) => {
      const { rancher, id, namespace } = (await open()) ?? skip('no machine can be played here');
      const quotas = { apiVersion: 'v1', plural: 'resourcequotas', namespace };
      const spec = { hard: { 'count/ingresses.networking.k8s.io': '0' } };
      const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'few', namespace }, spec };
      await rancher.createObject(id, quotas, quota);
      // Kubernetes enforces the quota only after a controller has counted the existing objects.
      const counted = async () => (await rancher.findObject(id, { ...quotas, name: 'few' }))?.status;
      await expect.poll(counted, EVENTUALLY).toMatchObject({ used: { 'count/ingresses.networking.k8s.io': '0' } });
      const given = rule({ path: '/', pathType: 'Prefix', backend });
      const ingress = objectOf(INGRESS, namespace, 'one-too-many', given);
      await expect(rancher.createObject(id, collection(INGRESS, namespace), ingress)).rejects.toMatchObject({
        ...{ name: 'ObjectRefused', reason: 'Forbidden', message: expect.stringContaining('exceeded quota: few') },
      });
      await rancher.deleteObject(id, { ...quotas, name: 'few' });
    });
  });
}
