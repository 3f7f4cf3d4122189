import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/emulator/aws-environment';
import { emulatorEndpoint } from './emulator-endpoint.ts';

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
