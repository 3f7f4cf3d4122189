import { z } from 'zod';
import { parseQuantity } from '#shared/domain/_core/values/kubernetes-quantity';
import type { RequestingPod } from '#shared/domain/rancher-projects/usage/pod-requests';
import type { NamespaceFigures, QuotaFigures, VolumeClaim } from '../../../ports/rancher/namespace-figures.ts';
import { path } from '../../json-client.ts';
import type { RancherSession } from '../rancher-session.ts';
import { listOf, textOrEmpty, texts } from './steve-object.ts';

const PROJECT = 'field.cattle.io/projectId';
/** Fields that are not used here, and that make up most of an object. */
const UNUSED = ['metadata.managedFields', 'status.containerStatuses', 'status.conditions'];

/** A quantity as a number. A quantity that cannot be read becomes NaN, and so does every sum that contains it. */
const amount = z.union([z.string(), z.number()]).transform((it) => parseQuantity(String(it)) ?? Number.NaN);
const amounts = z
  .record(z.string(), amount)
  .nullish()
  .transform((value) => value ?? {});
const resources = z
  .object({ requests: amounts })
  .nullish()
  .transform((value) => value?.requests ?? {});

/** An init container with this restart policy is a sidecar. */
const SIDECAR = 'Always';
const container = z
  .object({ resources, restartPolicy: textOrEmpty })
  .transform(({ resources: requests, restartPolicy }) => ({ requests, isSidecar: restartPolicy === SIDECAR }));

const inNamespace = z.object({ namespace: z.string() });
const pod = z
  .object({
    metadata: inNamespace,
    spec: z.object({
      containers: listOf(container),
      initContainers: listOf(container),
      resources,
      overhead: amounts,
    }),
    status: z.object({ phase: textOrEmpty }).nullish(),
  })
  .transform(({ metadata, spec, status }): RequestingPod => {
    const { resources: requests, ...rest } = spec;
    return { namespace: metadata.namespace, phase: status?.phase ?? '', requests, ...rest };
  });

const claim = z.object({ metadata: inNamespace, spec: z.object({ resources }) }).transform(
  ({ metadata, spec }): VolumeClaim => ({
    namespace: metadata.namespace,
    storage: spec.resources.storage ?? 0,
  }),
);

const quota = z
  .object({
    metadata: inNamespace.extend({ name: z.string() }),
    status: z.object({ hard: amounts, used: amounts }).nullish(),
  })
  .transform(
    ({ metadata, status }): QuotaFigures => ({ ...metadata, hard: status?.hard ?? {}, used: status?.used ?? {} }),
  );

const namespace = z
  .object({ metadata: z.object({ name: z.string(), annotations: texts }) })
  .transform(({ metadata: { name, annotations } }) => ({ name, projectId: annotations[PROJECT] ?? '' }));

const all = async <T>(pages: AsyncIterable<T[]>): Promise<T[]> => (await Array.fromAsync(pages)).flat();

/** Reads requests and quotas of a whole cluster from steve, behind Rancher's proxy. */
export const namespaceFigures = (session: RancherSession): NamespaceFigures => ({
  async listNamespacesWithProject(clusterId) {
    const to = path`/k8s/clusters/${clusterId}/v1/namespaces`;
    const pages = session.readObjects({ op: 'listNamespacesWithProject', path: to, item: namespace, exclude: UNUSED });
    return (await all(pages)).filter(({ projectId }) => projectId !== '');
  },

  listRequestingPods(clusterId) {
    const to = path`/k8s/clusters/${clusterId}/v1/pods`;
    return all(session.readObjects({ op: 'listRequestingPods', path: to, item: pod, exclude: UNUSED }));
  },

  listVolumeClaims(clusterId) {
    const to = path`/k8s/clusters/${clusterId}/v1/persistentvolumeclaims`;
    return all(session.readObjects({ op: 'listVolumeClaims', path: to, item: claim, exclude: UNUSED }));
  },

  listQuotaFigures(clusterId) {
    const to = path`/k8s/clusters/${clusterId}/v1/resourcequotas`;
    return all(session.readObjects({ op: 'listQuotaFigures', path: to, item: quota, exclude: UNUSED }));
  },
});
