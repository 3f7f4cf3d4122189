import { createHash } from 'node:crypto';

/**
 * SHA-256 (hex) of what Rancher serves at `/cacerts`: the setting, with a final newline. The installer on a node
 * compares it with `--ca-checksum` and stops when they differ. Empty when Rancher has no CA of its own.
 */
export function cacertsChecksum(cacerts: string): string {
  if (cacerts === '') return '';
  const served = cacerts.endsWith('\n') ? cacerts : `${cacerts}\n`;
  return createHash('sha256').update(served).digest('hex');
}
