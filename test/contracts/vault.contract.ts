import { afterAll, beforeAll, describe } from 'vitest';
import { backendFailures } from './backend-failures.contract.ts';
import { accessCases } from './vault/access-cases.ts';
import { badDayCases } from './vault/bad-day-cases.ts';
import { checkCases } from './vault/check-cases.ts';
import { machineCases } from './vault/machine-cases.ts';
import { objectCases } from './vault/object-cases.ts';
import { type OpenedVault, openVault, type VaultUnderTest } from './vault/vault-under-test.ts';

const SLOW_MS = 60_000;

/** The behaviour that the product expects of every Vault. */
export function vaultContract(name: string, start: () => Promise<VaultUnderTest>, canFail: boolean): void {
  describe(name, { timeout: SLOW_MS }, () => {
    let opened: OpenedVault;
    beforeAll(async () => {
      opened = await openVault(await start());
    }, SLOW_MS);
    afterAll(() => opened.close(), SLOW_MS);

    objectCases(() => opened);
    machineCases(() => opened);
    accessCases(() => opened);
    checkCases(() => opened);

    describe.runIf(canFail)('on a bad day', () => {
      const simulator = () => {
        if (!opened.backend.simulator) throw new Error('failures can only be planned on a simulator');
        return opened.backend.simulator;
      };
      backendFailures(() => ({
        simulator: simulator(),
        call: async (connect) => (await opened.open({ token: opened.backend.token }, connect)).hasPolicy('default'),
        path: '^/v1/sys/policy/default',
      }));
      badDayCases(() => ({ opened, simulator: simulator() }));
    });
  });
}
