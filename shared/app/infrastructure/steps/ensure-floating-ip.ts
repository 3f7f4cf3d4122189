import { createOrAdopt } from '#shared/app/_core/steps/create-or-adopt';
import type { NewFloatingIp, OpenStack } from '#shared/ports/openstack';

/**
 * Finds or creates the floating IP of a port. A port has at most one floating IP. `isNew` means that the port was just
 * created, so it cannot have a floating IP yet.
 */
export async function ensureFloatingIp(session: OpenStack, wanted: NewFloatingIp, isNew = false): Promise<string> {
  const { portId } = wanted;
  const find = async () => (await session.listFloatingIps({ portId }))[0]?.address;
  const existing = isNew ? undefined : await find();
  if (existing !== undefined) return existing;
  const create = async () => (await session.createFloatingIp(wanted)).address;
  return createOrAdopt(`floating IP of port ${portId}`, create, find);
}
