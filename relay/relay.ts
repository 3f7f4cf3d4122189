import { readdir, readFile } from 'node:fs/promises';
import { type RelayReport, relayOrders } from '#shared/contracts/relay-exchange';
import { VERSION } from '#shared/contracts/version';
import { backendStates } from './backend-states.ts';
import type { Haproxy } from './haproxy.ts';
import { filesOf } from './haproxy.ts';
import { haproxyConfig } from './haproxy-config.ts';
import { servedClusters } from './served-clusters.ts';
import type { Settings } from './settings.ts';

/**
 * Timeout of a request to Paddock, which normally answers in milliseconds. The timeout is shorter than the default
 * interval of the reports, so a report ends before the next report starts.
 */
const ASK_MS = 8000;
/** The folder in which Linux has a file for each network namespace with a name. */
const NAMESPACES = '/run/netns';

/** Reports to Paddock. The answer has the clusters that this relay may serve. */
async function exchange({ paddockUrl, tokenFile }: Settings, report: RelayReport) {
  const token = (await readFile(tokenFile, 'utf8')).trim();
  const answer = await fetch(`${paddockUrl}/webhooks/relays`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(report),
    signal: AbortSignal.timeout(ASK_MS),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`Paddock answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return relayOrders.parse(await answer.json());
}

const namespacesOfHost = async (): Promise<string[]> => readdir(NAMESPACES).catch(() => []);

/** HAProxy's messages have several lines. Paddock accepts only one line. */
const inOneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export type Log = (message: string, fields?: Record<string, unknown>) => void;

/**
 * One relay. `round` reports what HAProxy serves, and then configures HAProxy with the clusters in Paddock's answer. If
 * Paddock does not answer, HAProxy keeps its configuration.
 */
export function relayOf(settings: Settings, haproxy: Haproxy, log: Log) {
  let problem: string | undefined;

  async function report(): Promise<RelayReport> {
    const clusters = backendStates(await haproxy.statistics().catch(() => ''));
    const { name, address, port } = settings;
    return { name, version: VERSION, address, port, clusters, ...(problem !== undefined && { problem }) };
  }

  return {
    async round(): Promise<void> {
      try {
        const { clusters } = await exchange(settings, await report());
        const namespaces = settings.usesNamespaces ? await namespacesOfHost() : undefined;
        const served = servedClusters(clusters, namespaces);
        const { statsSocket } = filesOf(settings);
        const result = await haproxy.use(haproxyConfig({ ...settings, statsSocket }, served));
        if (result !== 'same') log(`HAProxy ${result}`, { clusters: served.map(({ serverName }) => serverName) });
        problem = undefined;
      } catch (error) {
        const message = inOneLine(error instanceof Error ? error.message : String(error)).slice(0, 500);
        if (message !== problem) log(message);
        problem = message;
      }
    },
  };
}
