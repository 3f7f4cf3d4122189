const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The emulator that AWS_ENDPOINT_URL names, if it does. An endpoint elsewhere may be anything, a VPC endpoint of the
 * real AWS too: only one on this machine is an emulator.
 */
export function emulatorEndpoint(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const endpoint = env.AWS_ENDPOINT_URL;
  if (!endpoint || !LOOPBACK.includes(new URL(endpoint).hostname)) return undefined;
  return endpoint.replace(/\/$/, '');
}
