import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Emulator, startEmulator } from '#infra/local/emulator/emulator';
import { type Gateway, startGateway } from '#infra/local/emulator/gateway';
import { localHome } from '#infra/local/local-settings';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { type SimulatorDelays, type Simulators, startSimulators } from '#infra/local/simulators';
import { undoStack } from '#infra/local/undo-stack';

/**
 * The situation before an operator's first deployment: the backends, an AWS account that has no stage, and a domain
 * that has no target.
 */
export type EmptyStage = {
  emulator: Emulator;
  simulators: Simulators;
  domain: Gateway;
  folder: string;
  stop(): Promise<void>;
};

type Options = { logDir: string; delays: SimulatorDelays; waitScale: number };

export async function startEmptyStage({ logDir, delays, waitScale }: Options): Promise<EmptyStage> {
  const { push, undo } = undoStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'empty-stage-'));
    ownFolder(folder);
    push(() => removeFolder(folder));
    const domain = await startGateway(0);
    push(domain.close);
    const simulators = await startSimulators({ logDir, delays });
    push(simulators.stop);
    const emulator = await startEmulator({ home: localHome(), logDir, runDir: folder, waitScale });
    push(emulator.stop);
    return { emulator, simulators, domain, folder, stop: undo };
  } catch (error) {
    await undo();
    throw error;
  }
}
