import type { Outbound } from '#shared/domain/_core/outbound';
import { outboundEnv, readEnv } from '../env.ts';

export function outbound(): Outbound {
  const { OUTBOUND_PROXY: proxyUrl, OUTBOUND_NO_PROXY: noProxy } = readEnv(outboundEnv);
  return { proxyUrl, noProxy };
}
