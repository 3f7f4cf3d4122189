import { simClock } from './_kit/sim-clock.ts';
import { type SimulatorDefinition, UsageError } from './_kit/simulator-definition.ts';
import { seedVault, vaultContext } from './vault/seed-vault.ts';
import { newTokenId } from './vault/token/issue-token.ts';
import { vaultRoutes } from './vault/vault-routes.ts';
import { vaultSessions, vaultState } from './vault/vault-state.ts';

/** Simulates Vault 1.21: tokens, policies, AppRole at `auth/approle` and KV version 2 at `secret`. */
export function simulator(args: string[] = [], clock = simClock()): SimulatorDefinition {
  if (args.length > 0) throw new UsageError('The vault simulator takes no flags of its own.');
  const rootToken = newTokenId();
  const context = vaultContext(clock, rootToken);
  return {
    name: 'vault',
    delays: context.delays,
    async routes(app) {
      await app.register(async (scope) => vaultRoutes(scope, context));
    },
    state: () => vaultState(context),
    sessions: () => vaultSessions(context),
    reset: () => seedVault(context, rootToken),
    credentials: () => ({ root_token: rootToken }),
    close: () => clock.clear(),
  };
}
