import { parseArgs } from 'node:util';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../local/aws-environment.ts';
import { OperatorError } from '../local/operator-error.ts';
import { runCommand } from '../local/run-command.ts';
import { emulatorEndpoint } from './emulator-endpoint.ts';
import { createStaff } from './staff-token.ts';

const USAGE = 'Usage: npm run create-staff -- --stage <stage> --username <name> [--email <address>]';

await runCommand({
  run: async () => {
    const { stage, username, email } = flags();
    if (!stage || !username) throw new OperatorError(USAGE);
    const { user_uuid, token } = await createStaff({ stage, username, ...(email && { email }) }, lambdaConfig());
    console.log(`Staff user ${username} (${user_uuid}) of stage ${stage}.`);
    console.log(`API token, shown this once: ${token}`);
  },
});

/** The emulator takes any credentials and needs none of the user's; everything else is the SDK's own to find. */
function lambdaConfig(): LambdaClientConfig {
  const endpoint = emulatorEndpoint();
  return endpoint ? { endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS } : {};
}

function flags() {
  try {
    const options = { stage: { type: 'string' }, username: { type: 'string' }, email: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
