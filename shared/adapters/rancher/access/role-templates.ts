import { z } from 'zod';
import { EVERYTHING } from '#shared/adapters/selection';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherSession } from '../rancher-session.ts';

/** `context` is empty for partial and global roles. Rancher does not offer hidden roles. */
const roleTemplate = z
  .object({
    ...{ id: z.string().min(1), name: z.string().nullish(), context: z.string().nullish() },
    hidden: z.boolean().nullish(),
  })
  .transform(({ id, name, context, hidden }) => ({ id, name: name || id, context: hidden ? '' : (context ?? '') }));

/** The roles that Rancher has. */
export const roleTemplates = (session: RancherSession): Pick<Rancher, 'listRoleTemplates'> => ({
  async listRoleTemplates() {
    const listed = await session.list({
      op: 'listRoleTemplates',
      path: '/v3/roletemplates',
      item: roleTemplate,
      where: EVERYTHING,
    });
    return listed.flatMap(({ id, name, context }) =>
      context === 'cluster' || context === 'project' ? [{ id, name, context }] : [],
    );
  },
});
