import { setTimeout } from 'node:timers/promises';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';
import { runnerDelays } from './vm-runner/machine.ts';
import { machineRoom } from './vm-runner/machine-room.ts';
import { type NovaReader, novaReader } from './vm-runner/nova-reader.ts';
import { runnerArguments } from './vm-runner/runner-arguments.ts';

/**
 * Plays the boot of every server of one or more clouds, simulated or real: Nova shows an administrator the user data, and the
 * machine does what it says. Flags: `--openstack <Keystone URL>` (repeatable), `--username`, `--password`, `--project`, `--domain`.
 */
export function simulator(args: string[]): SimulatorDefinition {
  const delays = { ...runnerDelays };
  const room = machineRoom(delays);
  const stopped = new AbortController();
  const unreachable = new Map<string, string>();
  const watches = runnerArguments(args).map((login) => watch(novaReader(login), login.authUrl));

  /** One look after the other; a cloud that does not answer keeps its machines, for it says nothing about them. */
  async function watch(cloud: NovaReader, authUrl: string): Promise<void> {
    while (!stopped.signal.aborted) {
      const startedAt = performance.now();
      try {
        const servers = await cloud.servers();
        if (!stopped.signal.aborted) room.sync(cloud, servers);
        unreachable.delete(authUrl);
      } catch (error) {
        unreachable.set(authUrl, error instanceof Error ? error.message : String(error));
      }
      // With many servers a look is work for both sides: never more than a third of the time.
      const ms = Math.max(delays.poll, 2 * (performance.now() - startedAt));
      await setTimeout(ms, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  return {
    name: 'vm-runner',
    delays,
    routes: () => undefined,
    state: () => ({ machines: room.rows() }),
    sessions: () => ({ unreachable: Object.fromEntries(unreachable) }),
    reset: () => room.stopAll(),
    credentials: () => ({}),
    async close() {
      stopped.abort();
      room.stopAll();
      await Promise.all(watches);
    },
  };
}
