import { CHECK_TIMEOUT_MS } from '#shared/domain/providers/credential-check';
import { waldurSecret } from '#shared/domain/providers/service-settings';
import type { WaldurSessions } from '../../ports/waldur.ts';
import { connectJson, withCallTimeout } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { checkWaldur } from './check-waldur.ts';
import { remoteAgents } from './remote-agents.ts';
import { remoteOrders } from './remote-orders.ts';
import { remoteResources } from './remote-resources.ts';
import { remoteUse } from './remote-use.ts';
import { waldurSession } from './waldur-session.ts';

/**
 * Opens sessions with a provider's remote Waldur. `open` only reads the stored token. Waldur checks the token at each
 * call.
 */
export const waldurSessions = ({
  connect = connectJson,
  version,
  ...stored
}: SessionOptions & { version: string }): WaldurSessions => ({
  async open(settings) {
    const { name, options } = settings;
    const { waldur } = options;
    if (waldur === undefined) return undefined;
    const backend = `The remote Waldur of ${name}`;
    const { token } = await readSettingsSecret(stored, settings, 'waldur', waldurSecret, backend);
    const client = connect({ backend, baseUrl: waldur.apiUrl, verifyTls: waldur.verifyTls });
    const session = waldurSession(client, backend, token);
    return {
      agentVersion: `paddock-${version}`,
      ...remoteOrders(session),
      ...remoteResources(session),
      ...remoteUse(session),
      ...remoteAgents(session),
      check: () => checkWaldur(waldurSession(withCallTimeout(client, CHECK_TIMEOUT_MS), backend, token)),
    };
  },
});
