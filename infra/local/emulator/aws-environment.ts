import { dirname } from 'node:path';

/** The emulator's account and region. They are fixed, so that names and ARNs are the same on every machine. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';

/**
 * A PATH that starts with the folder of the running Node.js, because the emulator runs Lambda functions with the first
 * `node` in its PATH.
 */
export function pathWithThisNode(): string {
  return `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
}

/** Credentials that no real AWS accepts. The emulator must never read or use the user's real credentials. */
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

/**
 * The environment of a program that may use the emulator at `endpoint`. The real credentials are removed, so the
 * program cannot reach the real AWS.
 */
export function localAwsEnvironment(endpoint?: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: pathWithThisNode() };
  for (const key of Object.keys(env)) if (key.startsWith('AWS_')) delete env[key];
  return { ...env, ...WITHOUT_REAL_AWS, ...(endpoint && { AWS_ENDPOINT_URL: endpoint }) };
}

/**
 * The environment of the emulator. It contains no variable of the user's environment, because functions inherit the
 * emulator's environment.
 */
export function emulatorEnvironment(
  tmpDir: string,
  port: number,
  { waitScale = 1, scheduleSeconds = 3 }: { waitScale?: number | undefined; scheduleSeconds?: number | undefined },
): NodeJS.ProcessEnv {
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
    // How long the emulator keeps idle processes of a function. The emulator keeps one process of each function even
    // longer.
    LAMBDA_WARM_TTL_SECONDS: '15',
    // A function's process needs little memory. Without this option the young generation of V8's heap alone grows to 48
    // MB.
    NODE_OPTIONS: '--max-semi-space-size=1',
    SFN_WAIT_SCALE: String(waitScale),
    PADDOCK_SCHEDULE_SECONDS: String(scheduleSeconds),
    PADDOCK_LEASH: '1',
  };
}
