import { randomBytes } from 'node:crypto';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';

/** A Vault 1.21: for now only its health. */
export function simulator(): SimulatorDefinition {
  const rootToken = `hvs.${randomBytes(18).toString('base64url')}`;
  return {
    name: 'vault',
    delays: {},
    routes(app) {
      app.get('/v1/sys/health', async () => ({ initialized: true, sealed: false, standby: false, version: '1.21.4' }));
    },
    state: () => ({}),
    sessions: () => ({}),
    reset: () => {},
    credentials: () => ({ root_token: rootToken }),
  };
}
