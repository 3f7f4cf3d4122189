import {
  LOCAL_CREDENTIALS,
  LOCAL_REGION,
  localAwsEnvironment,
  pathWithThisNode,
} from '#infra/local/emulator/aws-environment';
import { standInForBootstrap } from '../local/bootstrap.ts';

/**
 * Configuration of all SDK clients in the operator's commands. If the configuration is empty, the SDK finds endpoint,
 * region and credentials itself.
 */
export interface AwsClientConfig {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/**
 * The configuration for the emulator contains credentials that are valid nowhere, so the SDK does not send the user's
 * own credentials to the emulator. Without an emulator, the configuration is empty.
 */
export function awsClientConfig(): AwsClientConfig {
  const endpoint = emulatorEndpoint();
  return endpoint ? { endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS } : {};
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The emulator at AWS_ENDPOINT_URL. Only an endpoint on this machine counts as an emulator. Any other endpoint may be
 * the real AWS, such as a VPC endpoint.
 */
function emulatorEndpoint(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const endpoint = env.AWS_ENDPOINT_URL;
  if (!endpoint || !LOOPBACK.includes(new URL(endpoint).hostname)) return undefined;
  return endpoint.replace(/\/$/, '');
}

/**
 * Environment variables with which CDK reaches an AWS account or the emulator. If there is an emulator, the function
 * first prepares the emulator for CDK.
 */
export async function targetEnvironment(): Promise<{ env: NodeJS.ProcessEnv; emulator?: string }> {
  const emulator = emulatorEndpoint();
  if (!emulator) return { env: { ...process.env, PATH: pathWithThisNode() } };
  await standInForBootstrap(emulator);
  return { env: localAwsEnvironment(emulator), emulator };
}
