import { parseArgs } from 'node:util';
import { OperatorError } from '../local/operator-error.ts';
import { runCommand } from '../local/run-command.ts';
import { awsClientConfig } from './aws-client-config.ts';
import { requestStaff } from './staff-token.ts';

const USAGE = 'Usage: npm run create-staff -- --stage <stage> --username <name> [--email <address>]';

await runCommand({
  run: async () => {
    const { stage, username, email } = flags();
    if (!stage || !username) throw new OperatorError(USAGE);
    const { user_uuid, token } = await requestStaff({ stage, username, ...(email && { email }) }, awsClientConfig());
    console.log(`Staff user ${username} (${user_uuid}) of stage ${stage}.`);
    console.log(`API token, shown this once: ${token}`);
  },
});

function flags() {
  try {
    const options = { stage: { type: 'string' }, username: { type: 'string' }, email: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
