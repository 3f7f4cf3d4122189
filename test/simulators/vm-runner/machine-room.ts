import { boot } from './boot.ts';
import { BootStopped, type Machine, pause, type RunnerDelays } from './machine.ts';
import type { NovaReader, NovaServer } from './nova-reader.ts';
import { startSystemAgent } from './system-agent-service.ts';

/**
 * `booted`: cloud-init finished, but the machine joined no cluster. This is normal for a machine that is not a node.
 */
export type MachinePhase = 'booting' | 'booted' | 'registered' | 'failed';

export interface MachineRow {
  id: string;
  name: string;
  phase: MachinePhase;
  /** The last problem of the machine. Empty if there is no problem. */
  reason: string;
  roles: string[];
  /** The sockets of the services that the user data started, for example `10.0.0.10:80` on a load balancer. */
  listens: string[];
}

interface RunningMachine {
  cloud: NovaReader;
  row: MachineRow;
  power: AbortController;
  /** The machine with the files on its disk, which survive a shutdown. */
  machine: Machine;
}

/**
 * The machines behind the servers of all clouds. A server that becomes ACTIVE for the first time runs its user data. At
 * a later start, only its services start again. A server that is shut down stops, and a deleted server is removed.
 */
export function machineRoom(delays: RunnerDelays) {
  const machines = new Map<string, RunningMachine>();

  function start(server: NovaServer, cloud: NovaReader): void {
    const row: MachineRow = { id: server.id, name: server.name, phase: 'booting', reason: '', roles: [], listens: [] };
    const power = new AbortController();
    const machine = newMachine({ server, cloud, row, signal: power.signal, delays });
    machines.set(server.id, { cloud, row, power, machine });
    void play(server, { cloud, row, machine });
  }

  /** Starts a machine that was shut down. cloud-init does not run again; only services start, after the boot delay. */
  function startAgain(known: RunningMachine): void {
    known.power = new AbortController();
    known.machine = { ...known.machine, signal: known.power.signal };
    void resume(known.machine);
  }

  function stop(id: string): void {
    machines.get(id)?.power.abort();
    machines.delete(id);
  }

  function follow(server: NovaServer, cloud: NovaReader): void {
    const known = machines.get(server.id);
    if (server.status === 'SHUTOFF') known?.power.abort();
    if (server.status !== 'ACTIVE') return;
    if (!known) start(server, cloud);
    else if (known.power.signal.aborted) startAgain(known);
  }

  return {
    sync(cloud: NovaReader, servers: NovaServer[]): void {
      const alive = new Set(
        servers.filter((server) => server['OS-EXT-STS:task_state'] !== 'deleting').map(({ id }) => id),
      );
      for (const [id, machine] of machines) if (machine.cloud === cloud && !alive.has(id)) stop(id);
      for (const server of servers) if (alive.has(server.id)) follow(server, cloud);
    },
    stopAll(): void {
      for (const id of machines.keys()) stop(id);
    },
    rows: (): MachineRow[] => [...machines.values()].map(({ row }) => row),
  };
}

async function resume(machine: Machine): Promise<void> {
  try {
    await pause(machine, machine.delays.boot);
  } catch {
    return;
  }
  startSystemAgent(machine);
}

async function play(
  server: NovaServer,
  { row, machine }: { cloud: NovaReader; row: MachineRow; machine: Machine },
): Promise<void> {
  try {
    await pause(machine, machine.delays.boot);
    const userData = server['OS-EXT-SRV-ATTR:user_data'];
    const succeeded = userData ? await boot(machine, Buffer.from(userData, 'base64')) : true;
    if (row.phase === 'booting') row.phase = succeeded ? 'booted' : 'failed';
  } catch (error) {
    // Errors of a stopped machine are ignored. Every other error is shown, also an unexpected one.
    if (machine.signal.aborted) return;
    row.phase = 'failed';
    row.reason = error instanceof BootStopped ? error.message : `interpreter: ${String(error)}`;
  }
}

function newMachine({
  server,
  cloud,
  row,
  signal,
  delays,
}: {
  server: NovaServer;
  cloud: NovaReader;
  row: MachineRow;
  signal: AbortSignal;
  delays: RunnerDelays;
}): Machine {
  return {
    serverId: server.id,
    hostname: server['OS-EXT-SRV-ATTR:hostname'] || server.name,
    address: Object.values(server.addresses).flat()[0]?.addr ?? '',
    files: new Map(),
    trusted: [],
    delays,
    signal,
    attachedVolumes: () => cloud.attachedVolumes(server.id),
    packages: new Set(),
    enabledUnits: new Set(),
    reboots: false,
    note(reason) {
      row.reason = reason;
    },
    hasNote: () => row.reason !== '',
    listens(sockets) {
      row.listens = sockets;
    },
    joined(roles) {
      Object.assign(row, { phase: 'registered', roles, reason: '' });
    },
  };
}
