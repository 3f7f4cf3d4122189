import type { Order } from '#shared/domain/marketplace/order';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Resource } from '#shared/domain/marketplace/resource';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';

export type ProjectTarget = { operationUuid: string; resourceUuid: string };
/**
 * The resource of an operation, the resource's fields about its project in Rancher (`part`), and the order that is
 * being carried out.
 */
export type ProjectInHand = { resource: Resource; part: ProjectResource; order: Order };

/** Finds the resource. Throws Superseded if the resource has another current operation by now. */
export async function projectOfOperation(
  store: Pick<Store, 'resources' | 'orders'>,
  { operationUuid, resourceUuid }: ProjectTarget,
): Promise<ProjectInHand> {
  const resource = await store.resources.find(resourceUuid);
  const part = resource?.rancherProject;
  if (!resource || part?.operationUuid !== operationUuid) {
    throw new Superseded(`operation ${operationUuid} is no longer the current operation of resource ${resourceUuid}`);
  }
  return { resource, part, order: await store.orders.get(part.lastOrderUuid) };
}
