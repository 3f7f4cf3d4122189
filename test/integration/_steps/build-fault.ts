import type { Simulator } from '#test/contracts/start-simulator';

/** Makes the next `times` server builds fail. The default is one build. */
export async function planBuildFault(
  cloud: Pick<Simulator, 'url'>,
  fault: { name?: string; message: string; code?: number; during?: 'scheduling' | 'spawning'; times?: number },
): Promise<void> {
  const answer = await fetch(`${cloud.url}/_sim/build-faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`);
}
