import { BackendConflict, BackendUnavailable } from '#shared/errors';
import type { NewFloatingIp, OpenStack } from '#shared/ports/openstack';

/**
 * The address that leads to a port, which has one at most. `isNew`: the port cannot have one yet. One that an earlier attempt took, and
 * that the list lacked, is found by the refusal of another.
 */
export async function ensureFloatingIp(session: OpenStack, wanted: NewFloatingIp, isNew = false): Promise<string> {
  const { portId } = wanted;
  const find = async () => (await session.listFloatingIps({ portId }))[0]?.address;
  const existing = isNew ? undefined : await find();
  if (existing !== undefined) return existing;
  try {
    return (await session.createFloatingIp(wanted)).address;
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    const taken = await find();
    if (taken !== undefined) return taken;
    throw new BackendUnavailable(`Port ${portId} has a floating IP that is not listed: ${error.message}`, {}, error);
  }
}
