import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { type Outbound, proxyFor } from '#shared/domain/_core/outbound';

const proxied = new Map<string, HttpAgent>();

/** Connections through a proxy are kept for the lifetime of the process, as Node keeps others. */
function agentFor(address: string, outbound: Outbound): HttpAgent | undefined {
  const proxy = proxyFor(address, outbound);
  if (proxy === undefined) return undefined;
  const { protocol } = new URL(address);
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent =
    proxied.get(protocol + proxy) ??
    new Agent({ keepAlive: true, proxyEnv: { HTTPS_PROXY: proxy, HTTP_PROXY: proxy } });
  proxied.set(protocol + proxy, agent);
  return agent;
}

/**
 * GET with Node's own client, for functions that need no other. Follows no redirect.
 * @throws Error for any answer but JSON with a status of success
 */
export async function getJson(address: string, signal: AbortSignal, outbound: Outbound): Promise<unknown> {
  const send = address.startsWith('https:') ? httpsRequest : httpRequest;
  const options = { signal, agent: agentFor(address, outbound), headers: { accept: 'application/json' } };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    send(address, options, resolve).once('error', reject).end();
  });
  const { statusCode = 0 } = answer;
  if (statusCode >= 200 && statusCode < 300) return JSON.parse(await text(answer));
  answer.destroy();
  throw new Error(`GET ${address} answered ${statusCode}`);
}
