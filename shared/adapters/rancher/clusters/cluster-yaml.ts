import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import type { ClusterDefinition } from '#shared/domain/clusters/cluster-definition';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherSession } from '../rancher-session.ts';
import { NAMESPACE } from './cluster-request.ts';

const texts = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** Limits of a quota. Rancher adds the field `type` for its own clients, so the field is removed here. */
const limits = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => {
    if (!value) return undefined;
    const { type, ...limited } = value;
    return limited;
  });
/** A cluster's definition contains the limits of a quota, but not the amounts in use. */
const quota = z
  .object({ limit: limits })
  .nullish()
  .transform((value) => (value?.limit ? { limit: value.limit } : undefined));

const provisioningObject = z
  .object({ metadata: z.object({ name: z.string(), namespace: z.string(), labels: texts }), spec: z.unknown() })
  .transform(({ metadata, spec }) => ({ ...metadata, spec }));

const SYSTEM_LABEL = 'authz.management.cattle.io/system-project';
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const project = z
  .object({
    id: z.string(),
    clusterId: text,
    name: text,
    description: text,
    labels: texts,
    resourceQuota: quota,
    namespaceDefaultResourceQuota: quota,
    containerDefaultResourceLimit: limits,
  })
  .transform(({ id, clusterId, name, description, labels, ...quotas }) => ({
    id,
    clusterId,
    name,
    description,
    quotas: given(quotas),
    isSystem: labels[SYSTEM_LABEL] === 'true' || name === 'System',
  }));
const namespace = z
  .object({ name: z.string(), projectId: text, labels: texts, resourceQuota: quota })
  .transform(({ resourceQuota, ...rest }) => ({ ...rest, ...(resourceQuota && { resourceQuota }) }));

/** Reads the Rancher objects that make up a cluster's YAML. */
export const clusterYaml = (session: RancherSession): Pick<Rancher, 'readDefinition'> => ({
  async readDefinition(id, provisioningName): Promise<ClusterDefinition> {
    const at = `/v1/provisioning.cattle.io.clusters/${NAMESPACE}${path`/${provisioningName}`}`;
    const [provisioning, projects, namespaces] = await Promise.all([
      session.find({ op: 'readProvisioningCluster', path: at, reply: provisioningObject }),
      session.list({
        op: 'listProjects',
        path: '/v3/projects',
        item: project,
        where: { clusterId: { is: id, of: (it) => it.clusterId } },
      }),
      session.list({
        op: 'listNamespaces',
        path: path`/v3/clusters/${id}/namespaces`,
        item: namespace,
        where: NO_CRITERIA,
      }),
    ]);
    return { ...(provisioning && { provisioning }), projects, namespaces };
  },
});
