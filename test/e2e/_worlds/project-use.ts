import { z } from 'zod';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';

const count = z.coerce.number();
/** Nova and Cinder call the field `in_use`, and Neutron calls it `used`. */
const figures = z
  .object({ limit: count, in_use: count.optional(), used: count.optional(), reserved: count.default(0) })
  .transform(({ limit, in_use = 0, used = in_use, reserved }) => ({ limit, use: used + reserved }));
const ofProject = z.record(z.string(), z.union([figures, z.string()]));
const quotaSet = z.object({ quota_set: ofProject }).transform(({ quota_set }) => quota_set);
const quota = z.object({ quota: ofProject }).transform(({ quota: of }) => of);

/** The resources of a project that exceed their quotas at this moment. The quota -1 means no limit. */
export async function overQuota(admin: CloudUser, projectId: string): Promise<string[]> {
  const services = await Promise.all([
    admin.ask('compute', 'GET', `/os-quota-sets/${projectId}/detail`, quotaSet),
    admin.ask('block-storage', 'GET', `/os-quota-sets/${projectId}?usage=true`, quotaSet),
    admin.ask('network', 'GET', `/quotas/${projectId}/details.json`, quota),
  ]);
  return services
    .flatMap(Object.entries<z.infer<typeof ofProject>[string]>)
    .flatMap(([resource, of]) =>
      typeof of === 'object' && of.limit >= 0 && of.use > of.limit ? [`${of.use} of ${of.limit} ${resource}`] : [],
    );
}
