import { setTimeout } from 'node:timers/promises';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';
import { runnerDelays } from './vm-runner/machine.ts';
import { machineRoom } from './vm-runner/machine-room.ts';
import { type NovaReader, novaReader } from './vm-runner/nova-reader.ts';
import { runnerArguments } from './vm-runner/runner-arguments.ts';

/**
 * Simulates the boot of every server of one or more clouds, simulated or real. Nova shows the user data to an
 * administrator, and the simulated machine runs it. Flags: `--openstack <Keystone URL>` (repeatable), `--username`,
 * `--password`, `--project`, `--domain`.
 */
export function simulator(args: string[]): SimulatorDefinition {
  const delays = { ...runnerDelays };
  const room = machineRoom(delays);
  const stopped = new AbortController();
  const unreachable = new Map<string, string>();
  const watches = runnerArguments(args).map((login) => watch(novaReader(login), login.authUrl));

  /**
   * Polls one cloud, one request after the other. If a cloud does not answer, its machines stay, because nothing is
   * known about its servers.
   */
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
      // With many servers, a poll is expensive for the runner and the cloud. The pause is therefore at least twice as
      // long as the poll, so polling takes at most a third of the time.
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
