import { z } from 'zod';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherSession } from '../rancher-session.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** Rancher's mark on the project for system workloads. */
const SYSTEM_PROJECT = 'authz.management.cattle.io/system-project';
const project = z
  .object({
    ...{ id: z.string().min(1), clusterId: text, name: text, description: text, state: text },
    labels: z.record(z.string(), z.string()).nullish(),
  })
  .transform(({ labels, ...rest }) => ({ ...rest, isSystem: labels?.[SYSTEM_PROJECT] === 'true' }));
/** A project in deletion accepts nothing new. */
const isStaying = ({ state }: z.infer<typeof project>): boolean => state !== 'removing';

/** Projects of Rancher's clusters. */
export const projects = (session: RancherSession): Pick<Rancher, 'listProjects' | 'createProject'> => ({
  async listProjects(clusterId) {
    const listed = await session.list({
      ...{ op: 'listProjects', path: '/v3/projects', item: project },
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    return listed.filter(isStaying);
  },

  createProject: (clusterId, wanted) =>
    session.call({
      ...{ op: 'createProject', method: 'POST', path: '/v3/projects', reply: project },
      body: { clusterId, ...wanted },
    }),
});
