import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { type ManagedMarket, sellManagedClusters } from '#infra/local/managed-market';
import { announcements, vmRunnerFlags } from '#infra/local/simulators';
import { undoStack } from '#infra/local/undo-stack';
import { type CloudAccess, type CloudUser, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { ensureExternalNetwork, ensureFlavor, ensureImage } from '../prepared-offer.ts';

/** Flavors that the market's offerings name. A cloud may already have them in other sizes. */
const FLAVORS = [
  { name: 'm1.small', vcpus: 1, ram: 2048, disk: 20 },
  { name: 'm1.medium', vcpus: 2, ram: 4096, disk: 40 },
];

export interface RealMarket extends ManagedMarket {
  readonly admin: CloudUser;
  readonly rancher: Simulator;
  /** Ends what was started, and removes what was prepared in the cloud. */
  stop(): Promise<void>;
}

/**
 * Prepares the real cloud, and makes offerings of managed clusters for all or some of its zones. Rancher is simulated.
 */
export async function realMarket(
  access: CloudAccess,
  { api, tokens }: Endpoints,
  sold: { zones?: readonly string[] } = {},
): Promise<RealMarket> {
  const undo = undoStack();
  try {
    const admin = await logInAsAdmin(access);
    undo.push(await ensureImage(admin));
    for (const flavor of FLAVORS) undo.push(await ensureFlavor(admin, flavor));
    undo.push(await ensureExternalNetwork(admin));
    const vmRunner = await startSimulator('vm-runner', ...vmRunnerFlags(access));
    undo.push(() => vmRunner.stop());
    await vmRunner.setDelays({ poll: 1_000, boot: 300 });
    const rancher = await startSimulator('rancher');
    undo.push(() => rancher.stop());
    const market = await sellManagedClusters(apiClient(api, tokens.staff), {
      rancher: announcements.rancher.parse(rancher.printed),
      clouds: { 'Real cloud': access },
      ...sold,
    });
    return { ...market, admin, rancher, stop: undo.undo };
  } catch (error) {
    await undo.undo();
    throw error;
  }
}
