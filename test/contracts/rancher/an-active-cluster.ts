import { expect } from 'vitest';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

/** A cluster that a machine with all roles has joined. Undefined where tests cannot simulate machines. */
export async function anActiveCluster({
  rancher,
  backend,
  aManagedCluster,
}: OpenedRancher): Promise<string | undefined> {
  const { joinMachine } = backend;
  if (!joinMachine) return undefined;
  const { id } = await aManagedCluster();
  const token = async () => (await rancher.listRegistrationTokens(id))[0]?.token ?? '';
  await expect.poll(token, EVENTUALLY).not.toBe('');
  await joinMachine(await token(), 'all-roles');
  await expect.poll(async () => (await rancher.findCluster(id))?.state, EVENTUALLY).toBe('active');
  return id;
}
