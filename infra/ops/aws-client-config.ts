import {
  LOCAL_CREDENTIALS,
  LOCAL_REGION,
  localAwsEnvironment,
  pathWithThisNode,
} from '#infra/local/emulator/aws-environment';
import { standInForBootstrap } from '../local/bootstrap.ts';

/** What every SDK client of the operator's commands is made with; an empty one finds everything by itself. */
export interface AwsClientConfig {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** The emulator takes any credentials and needs none of the user's; everything else is the SDK's own to find. */
export function awsClientConfig(): AwsClientConfig {
  const endpoint = emulatorEndpoint();
  return endpoint ? { endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS } : {};
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The emulator that AWS_ENDPOINT_URL names, if it does. An endpoint elsewhere may be anything, a VPC endpoint of the
 * real AWS too: only one on this machine is an emulator.
 */
function emulatorEndpoint(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const endpoint = env.AWS_ENDPOINT_URL;
  if (!endpoint || !LOOPBACK.includes(new URL(endpoint).hostname)) return undefined;
  return endpoint.replace(/\/$/, '');
}

/** Where the AWS environment leads: to an account, or to an emulator, which is made ready for CDK. */
export async function targetEnvironment(): Promise<{ env: NodeJS.ProcessEnv; emulator?: string }> {
  const emulator = emulatorEndpoint();
  if (!emulator) return { env: { ...process.env, PATH: pathWithThisNode() } };
  await standInForBootstrap(emulator);
  return { env: localAwsEnvironment(emulator), emulator };
}
