import { z } from 'zod';
import type { Testbed } from '#test/faults/testbed';

const loads = z.array(z.object({ client: z.string(), mostInFlight: z.number() }));

async function ask(url: string, method: string): Promise<Response> {
  const answer = await fetch(`${url}/_sim/load`, { method, signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${url}/_sim/load answered ${answer.status}`);
  return answer;
}

export const forgetRequests = (beds: readonly Testbed[]) =>
  Promise.all(beds.flatMap(({ simulators }) => Object.values(simulators).map(({ url }) => ask(url, 'DELETE'))));

/**
 * The highest number of simultaneous requests from Paddock to each backend of a provider. Simulated machines send a
 * client name, so their requests are counted separately.
 */
export async function requestsAtOnce({ simulators }: Testbed): Promise<Record<string, number>> {
  const rows = Object.entries(simulators).map(async ([name, { url }]) => {
    const ours = loads.parse(await (await ask(url, 'GET')).json()).find(({ client }) => client === '');
    return [name, ours?.mostInFlight ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
