import { planAddress } from '#test/simulators/vm-runner/system-agent-service';
import { type Begun, joinMachines, type StepWorld } from '../_worlds/step-world.ts';

/** Simulated system agents of a cluster's machines. An agent watches its plan in Rancher while its machine runs. */
export function playedMachines() {
  const answers = new Map<string, string>();
  const running = new Map<string, AbortController>();

  function start(name: string): void {
    const plan = planAddress(answers.get(name) ?? '');
    if (!plan || running.has(name)) return;
    const power = new AbortController();
    running.set(name, power);
    const url = `${plan.server}/api/v1/namespaces/${plan.namespace}/secrets?watch=true&fieldSelector=metadata.name%3D${plan.secretName}`;
    const watch = async () => {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${plan.token}` }, signal: power.signal });
      await answer.text();
    };
    void watch().catch(() => undefined);
  }
  function stop(name: string): void {
    running.get(name)?.abort();
    running.delete(name);
  }

  return {
    async join(world: StepWorld, begun: Begun): Promise<void> {
      for (const [name, answer] of await joinMachines(world, begun)) {
        answers.set(name, answer);
        start(name);
      }
    },
    /** Starts or stops agents according to the servers' status in Nova. */
    follow(servers: readonly { name: string; status: string }[]): void {
      for (const { name, status } of servers) status === 'ACTIVE' ? start(name) : stop(name);
    },
    stopAll: () => [...running.keys()].forEach(stop),
  };
}
