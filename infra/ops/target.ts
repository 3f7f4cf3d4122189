import { localAwsEnvironment, pathWithThisNode } from '#infra/local/emulator/aws-environment';
import { standInForBootstrap } from '../local/bootstrap.ts';
import { emulatorEndpoint } from './emulator-endpoint.ts';

/** Where the AWS environment leads: to an account, or to an emulator, which is made ready for CDK. */
export async function targetEnvironment(): Promise<{ env: NodeJS.ProcessEnv; emulator?: string }> {
  const emulator = emulatorEndpoint();
  if (!emulator) return { env: { ...process.env, PATH: pathWithThisNode() } };
  await standInForBootstrap(emulator);
  return { env: localAwsEnvironment(emulator), emulator };
}
