import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretsManagerSecrets } from '../../adapters/aws/secrets.ts';
import type { Secrets } from '../../ports/runtime.ts';
import { systemClock } from '../system.ts';

/** The secret store answers in tens of milliseconds; an API call has 15 s in all. */
const TIMEOUTS = { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true };

export function secretsDeps(): { secrets: Secrets } {
  const client = new SecretsManagerClient({ maxAttempts: 3, requestHandler: TIMEOUTS });
  return { secrets: secretsManagerSecrets({ client, clock: systemClock }) };
}
