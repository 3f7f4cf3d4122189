import { z } from 'zod';
import type { Testbed } from '#test/faults/testbed';

const loads = z.array(z.object({ client: z.string(), mostInFlight: z.number() }));

async function ask(url: string, method: string): Promise<Response> {
  const answer = await fetch(`${url}/_sim/load`, { method, signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${url}/_sim/load answered ${answer.status}`);
  return answer;
}

/** From now on. */
export const forgetRequests = (beds: readonly Testbed[]) =>
  Promise.all(beds.flatMap(({ simulators }) => Object.values(simulators).map(({ url }) => ask(url, 'DELETE'))));

/** The most requests of ours that each backend of a provider had at once; machines and those who play them say who they are. */
export async function requestsAtOnce({ simulators }: Testbed): Promise<Record<string, number>> {
  const rows = Object.entries(simulators).map(async ([name, { url }]) => {
    const ours = loads.parse(await (await ask(url, 'GET')).json()).find(({ client }) => client === '');
    return [name, ours?.mostInFlight ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
