import type { Node } from '#shared/domain/nodes/node';
import { requestedQuotas } from '#shared/domain/planning/checks/check-tenant-quotas';
import { type OverQuota, overQuotaIn, overQuotaText } from '#shared/domain/planning/quota-text';
import { BackendQuotaExceeded } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';

/**
 * Adds the figures that the cloud's error does not have. Neutron's error has only the resource. Cinder's error about
 * the number of volumes has only the resource and the limit. The used amount and the limit are read from the cloud. The
 * requested amount is computed from the node's spec.
 */
async function completed(session: OpenStack, { spec }: Node, over: OverQuota): Promise<OverQuota> {
  if (over.asked !== undefined) return over;
  const figure = (await session.readQuotas())[over.resource];
  const asked = requestedQuotas([spec], undefined).get(over.resource);
  return { ...over, ...figure, ...(asked !== undefined && { asked }) };
}

/**
 * Runs `work`. If the cloud refuses a request because a quota is used up, adds figures to the cloud's error: resource,
 * used, limit, requested. The check of an order reports the same figures. The cloud can refuse a request even after
 * this check succeeded, because something else may have used up the quota since then.
 */
export async function withQuotaFigures<T>(session: OpenStack, node: Node, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const over = error instanceof BackendQuotaExceeded ? overQuotaIn(error.message) : undefined;
    if (!(error instanceof BackendQuotaExceeded) || !over) throw error;
    const text = overQuotaText(await completed(session, node, over));
    throw new BackendQuotaExceeded(`${node.spec.name}: ${text}`, error.details, error);
  }
}
