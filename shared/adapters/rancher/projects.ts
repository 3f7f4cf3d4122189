import { z } from 'zod';
import type { Rancher } from '../../ports/rancher.ts';
import type { RancherSession } from './rancher-session.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const project = z.object({ id: z.string().min(1), clusterId: text, name: text, description: text, state: text });

/** The projects that Rancher's clusters are divided into. */
export const projects = (session: RancherSession): Pick<Rancher, 'listProjects' | 'createProject'> => ({
  listProjects: (clusterId) =>
    session.list({
      ...{ op: 'listProjects', path: '/v3/projects', item: project },
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    }),

  createProject: (clusterId, wanted) =>
    session.call({
      ...{ op: 'createProject', method: 'POST', path: '/v3/projects', reply: project },
      body: { clusterId, ...wanted },
    }),
});
