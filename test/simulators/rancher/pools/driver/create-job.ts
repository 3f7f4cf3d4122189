import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { machineKey } from '#test/simulators/rancher/_core/rancher-store';
import { settingOf } from '#test/simulators/rancher/_core/settings';
import { hasReached, type RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { durationSeconds } from '../machine-pool.ts';
import { failureMessage, jobNameOf, workingMessage, writeBootstrap, writeInfra } from './infra-machine.ts';
import { isOfPool, type JobRoom, type OfPool, wordsOf } from './job-room.ts';
import { machineSecrets, userDataOf } from './machine-secrets.ts';
import { createServer, type SavedServer } from './openstack-driver.ts';

interface Hooks {
  changed(machine: RancherMachine): void;
  /** Called when a machine's server could not be made. Rancher then deletes the machine. */
  failed(machine: RancherMachine): void;
  ended(machine: RancherMachine): void;
}

/** The lines that rancher-machine prints before the driver's error message. */
const STEPS =
  'Running pre-create checks...\nCreating machine...\nerror creating machine: error in driver during machine creation: ';

function writeBegin(context: RancherContext, machine: OfPool): void {
  writeInfra(context, machine, {
    ...{ jobName: jobNameOf(machine), driverHash: '', driverUrl: '' },
    conditions: [
      { type: 'CreateJob', status: 'Unknown', message: 'creating machine provision job' },
      { type: 'Ready', status: 'False', message: workingMessage('creating', machine) },
    ],
  });
}

function writeFailure(context: RancherContext, machine: OfPool, log: string): void {
  const [reason, message] = ['CreateError', failureMessage('creating', machine, log)];
  writeInfra(context, machine, {
    ...{ failureReason: reason, failureMessage: log },
    conditions: [
      { type: 'CreateJob', status: 'False', reason, message },
      { type: 'Ready', status: 'False', reason, message },
    ],
  });
}

const create = (context: RancherContext, room: JobRoom, machine: OfPool): Promise<SavedServer> =>
  room.outside(async (signal) => {
    const flags = room.flagsOf(machine);
    const userData = userDataOf(context, machine, flags.text('userDataFile'));
    return createServer({ flags, signal, wait: room.wait }, { name: machine.name, userData });
  });

/** The Kubernetes job in which `rancher-machine create` makes the server of a machine. */
export function createJob(context: RancherContext, room: JobRoom, { changed, failed, ended }: Hooks) {
  const { store, clock, delays } = context;

  async function run(machine: OfPool): Promise<void> {
    const result = await create(context, room, machine).catch((error: unknown) => wordsOf(error));
    if (!room.isThere(machine)) return;
    if (typeof result === 'string') notMade(machine, result);
    else made(machine, result);
    ended(machine);
  }

  function made(machine: OfPool, server: SavedServer): void {
    room.saved.set(machineKey(machine), server);
    writeInfra(context, machine, {
      conditions: [
        { type: 'CreateJob', status: 'True' },
        { type: 'Ready', status: 'True' },
      ],
    });
    machine.address = server.address;
    room.show(machine, 'ready', '');
    clock.after(delays.machineBoot, () => cameUp(machine));
  }

  function cameUp(machine: OfPool): void {
    if (machine.pool.isUp || !room.isThere(machine) || machine.deletedAt !== undefined) return;
    machine.pool.isUp = true;
    changed(machine);
  }

  function notMade(machine: OfPool, why: string): void {
    const log = `${STEPS}${why}`;
    writeFailure(context, machine, log);
    room.show(machine, 'failed', failureMessage('creating', machine, log));
    // Rancher keeps the failed machine for this number of seconds, so that an administrator can examine the machine.
    const kept = durationSeconds(settingOf(context, 'delete-machine-on-failure-after')?.value ?? '') ?? 0;
    clock.after(1000 * kept, () => {
      if (room.isThere(machine)) failed(machine);
    });
  }

  return {
    /** Called when a machine has made progress. The server is created once the machine has its bootstrap data. */
    look(machine: RancherMachine): void {
      const isReady = store.clusters.get(machine.clusterId)?.isInfrastructureReady === true;
      if (!isOfPool(machine) || machine.pool.infrastructure !== 'none' || machine.deletedAt !== undefined) return;
      if (!isReady || !hasReached(machine, 'bootstrapped')) return;
      for (const secret of machineSecrets(machine)) store.secrets.set(`${secret.namespace}/${secret.name}`, secret);
      writeBootstrap(context, machine);
      writeBegin(context, machine);
      room.show(machine, 'creating', workingMessage('creating', machine));
      clock.after(delays.machineJob, () => void run(machine));
    },
    /** Called when Rancher has received a request from the machine's agent. */
    cameUp(machine: RancherMachine): void {
      if (isOfPool(machine)) cameUp(machine);
    },
  };
}
