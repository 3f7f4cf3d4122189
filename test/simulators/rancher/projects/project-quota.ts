import { z } from 'zod';
import { parseQuantity } from '../../kubernetes/quantity.ts';
import { type Amounts, exceeding, isLimitName } from '../_core/quota-amounts.ts';
import { missing, RancherError } from '../_core/rancher-errors.ts';

const QUANTITY = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$';
const LIMIT_TYPE = '/v3/schemas/resourceQuotaLimit';

const extended = z.record(z.string(), z.string()).optional();
/** A quota in a request. Limits that Rancher does not know are dropped. */
export const quotaIn = z
  .object({ limit: z.looseObject({ extended }) })
  .transform(({ limit }) => ({
    limit: Object.fromEntries(Object.entries(limit).filter(([key]) => isLimitName(key) || key === 'extended')),
  }))
  .nullish();
export type ProjectQuota = z.infer<typeof quotaIn>;
export interface ProjectQuotas {
  resourceQuota?: ProjectQuota;
  namespaceDefaultResourceQuota?: ProjectQuota;
}

/**
 * Compares the project quota and the namespace quota with each other, and the project quota with the used amounts.
 * If neither quota is given, there is nothing to check.
 * @throws RancherError 422 if only one quota is given, or if they limit different resources. 422 also if the namespace
 * quota or the used amounts exceed the project quota. 500 if an amount in a quota is not a Kubernetes quantity
 */
export function checkQuotas(given: ProjectQuotas, used: Record<string, string>): void {
  const { resourceQuota, namespaceDefaultResourceQuota } = given;
  if (!resourceQuota && !namespaceDefaultResourceQuota) return;
  if (!resourceQuota) throw missing('resourceQuota');
  if (!namespaceDefaultResourceQuota) throw missing('namespaceDefaultResourceQuota');
  const [project, namespace] = [amountsIn(resourceQuota), amountsIn(namespaceDefaultResourceQuota)];
  const refuse = (code: string, message: string, field: string) => new RancherError(422, code, message, field);
  if (Object.keys(project).length !== Object.keys(namespace).length) {
    const message = 'does not have all fields defined on a resourceQuota';
    throw refuse('MissingRequired', message, 'namespaceDefaultResourceQuota');
  }
  const lacking = Object.keys(project).find((name) => !(name in namespace));
  if (lacking !== undefined) {
    const message = `misses ${lacking} defined on a resourceQuota`;
    throw refuse('MissingRequired', message, 'namespaceDefaultResourceQuota');
  }
  const tooMuch = exceeding(namespace, project);
  if (tooMuch) {
    const message = `exceeds resourceQuota on fields: ${tooMuch}`;
    throw refuse('MaxLimitExceeded', message, 'namespaceDefaultResourceQuota');
  }
  const inUse = exceeding(used, project);
  if (inUse) throw refuse('MaxLimitExceeded', `is below the used limit on fields: ${inUse}`, 'resourceQuota');
}

function amountsIn({ limit: { extended: more, ...limit } }: NonNullable<ProjectQuota>): Amounts {
  const named = Object.entries(limit).map(([name, amount]) => [name, String(amount)]);
  const amounts: Amounts = { ...Object.fromEntries(named), ...extended.parse(more) };
  for (const [name, amount] of Object.entries(amounts)) {
    if (parseQuantity(amount)) continue;
    const message = `checking quota fit: parsing quantity "${name}": quantities must match the regular expression '${QUANTITY}'`;
    throw new RancherError(500, 'ServerError', message);
  }
  return amounts;
}

/** The two quotas of a project in norman's form, with the amounts that the project's namespaces use. */
export function quotasView({ resourceQuota, namespaceDefaultResourceQuota }: ProjectQuotas, usedLimit: Amounts = {}) {
  const limitView = (quota: NonNullable<ProjectQuota>) => ({ limit: { ...quota.limit, type: LIMIT_TYPE } });
  const namespaceType = '/v3/schemas/namespaceResourceQuota';
  return {
    ...(resourceQuota && {
      resourceQuota: {
        ...{ ...limitView(resourceQuota), type: '/v3/schemas/projectResourceQuota' },
        usedLimit: { ...usedLimit, type: LIMIT_TYPE },
      },
    }),
    ...(namespaceDefaultResourceQuota && {
      namespaceDefaultResourceQuota: { ...limitView(namespaceDefaultResourceQuota), type: namespaceType },
    }),
  };
}
