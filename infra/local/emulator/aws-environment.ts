import { dirname } from 'node:path';

/** The emulator's account and region; fixed, so that names and ARNs are the same on every machine. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';

/** PATH with the Node that runs this first: the emulator runs the Lambda functions with the `node` it finds. */
export function pathWithThisNode(): string {
  return `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
}

/** Credentials that are none: whatever the user has for the real AWS must not be read, let alone used. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' } as const;

const WITHOUT_REAL_AWS = {
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
  AWS_REGION: LOCAL_REGION,
  AWS_DEFAULT_REGION: LOCAL_REGION,
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
} as const;

/** Environment of a program that is to use the emulator, if any, and nothing else of AWS. */
export function localAwsEnvironment(endpoint?: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: pathWithThisNode() };
  for (const key of Object.keys(env)) if (key.startsWith('AWS_')) delete env[key];
  return { ...env, ...WITHOUT_REAL_AWS, ...(endpoint && { AWS_ENDPOINT_URL: endpoint }) };
}

/** Environment of the emulator. The functions inherit it, so it is made from nothing rather than from ours. */
export function emulatorEnvironment(tmpDir: string, port: number, waitScale: number): NodeJS.ProcessEnv {
  return {
    ...WITHOUT_REAL_AWS,
    PATH: pathWithThisNode(),
    HOME: tmpDir,
    LANG: 'C.UTF-8',
    TMPDIR: tmpDir,
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    MINISTACK_ACCOUNT_ID: LOCAL_ACCOUNT,
    MINISTACK_REGION: LOCAL_REGION,
    LAMBDA_EXECUTOR: 'local',
    // one process of each function stays, whatever this says
    LAMBDA_WARM_TTL_SECONDS: '15',
    // a function's process has little to keep: without this its young generation alone grows to 48 MB
    NODE_OPTIONS: '--max-semi-space-size=1',
    SFN_WAIT_SCALE: String(waitScale),
    PADDOCK_LEASH: '1',
  };
}
