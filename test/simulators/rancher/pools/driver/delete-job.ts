import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { machineKey } from '#test/simulators/rancher/_core/rancher-store';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { failureMessage, infraMachineOf, jobNameOf, workingMessage, writeInfra } from './infra-machine.ts';
import { isOfPool, type JobRoom, type OfPool, wordsOf } from './job-room.ts';
import { machineSecrets } from './machine-secrets.ts';
import { removeServer, type SavedServer } from './openstack-driver.ts';

/** The number of times that Kubernetes tries a deletion job before the job fails. */
const TRIES = 4;
const FORCE = 'provisioning.cattle.io/force-machine-remove';
const NOTHING: SavedServer = { serverId: '', keyPair: '', isOwnKey: false, address: '' };

interface Removal {
  done: () => void;
  /** Whether the creation of the server failed. Such a machine is removed even if the deletion job fails. */
  isFailed: boolean;
  triesLeft: number;
}

function writeBegin(context: RancherContext, machine: OfPool): void {
  writeInfra(context, machine, {
    ...{ failureReason: '', failureMessage: '', jobName: jobNameOf(machine) },
    conditions: [
      { type: 'DeleteJob', status: 'Unknown', message: 'creating machine deletion job' },
      { type: 'Ready', status: 'False', message: workingMessage('deleting', machine) },
    ],
  });
}

function writeFailure(context: RancherContext, machine: OfPool, why: string): void {
  const [reason, message] = ['DeleteError', failureMessage('deleting', machine, why)];
  writeInfra(context, machine, {
    ...{ failureReason: reason, failureMessage: why },
    conditions: [
      { type: 'DeleteJob', status: 'False', reason, message },
      { type: 'Ready', status: 'False', reason, message },
    ],
  });
}

const isForced = (context: RancherContext, machine: RancherMachine): boolean =>
  infraMachineOf(context, machine)?.annotations[FORCE]?.toLowerCase() === 'true';

const remove = (room: JobRoom, machine: OfPool): Promise<void> => {
  const known = room.saved.get(machineKey(machine)) ?? NOTHING;
  return room.outside(async (signal) => removeServer({ flags: room.flagsOf(machine), signal }, known));
};

/** The Kubernetes job in which `rancher-machine rm` deletes the server of a machine. */
export function deleteJob(context: RancherContext, room: JobRoom) {
  const { store, clock, delays } = context;
  // The next step of each deletion that waits, by the machine's key. A deletion waits for the end of a running creation
  // job. A failed deletion waits for a forced removal.
  const waiting = new Map<string, () => void>();

  function begin(machine: OfPool, done: () => void): void {
    const { infrastructure } = machine.pool;
    if (infrastructure === 'none') done();
    else if (infrastructure === 'creating') waiting.set(machineKey(machine), () => begin(machine, done));
    else start(machine, { done, isFailed: infrastructure === 'failed', triesLeft: TRIES });
  }

  function start(machine: OfPool, removal: Removal): void {
    writeBegin(context, machine);
    room.show(machine, 'deleting', workingMessage('deleting', machine));
    runLater(machine, removal);
  }

  const runLater = (machine: OfPool, removal: Removal): void =>
    clock.after(delays.machineJob, () => void run(machine, removal));

  async function run(machine: OfPool, removal: Removal): Promise<void> {
    const why = await remove(room, machine).catch((error: unknown) => wordsOf(error));
    if (!room.isThere(machine)) return;
    const triesLeft = removal.triesLeft - 1;
    if (why !== undefined && triesLeft > 0) runLater(machine, { ...removal, triesLeft });
    else if (why === undefined || removal.isFailed) removed(machine, removal);
    else stuck(machine, removal, why);
  }

  /** A failed deletion waits until the annotation `provisioning.cattle.io/force-machine-remove` forces the removal. */
  function stuck(machine: OfPool, removal: Removal, why: string): void {
    writeFailure(context, machine, why);
    room.show(machine, 'stuck', failureMessage('deleting', machine, why));
    waiting.set(machineKey(machine), () => removed(machine, removal));
  }

  function removed(machine: OfPool, { done }: Removal): void {
    room.saved.delete(machineKey(machine));
    for (const { namespace, name } of machineSecrets(machine)) store.secrets.delete(`${namespace}/${name}`);
    done();
  }

  const goOn = (machine: RancherMachine): void => {
    const next = waiting.get(machineKey(machine));
    if (waiting.delete(machineKey(machine))) next?.();
  };

  return {
    begin: (machine: RancherMachine, done: () => void): void => (isOfPool(machine) ? begin(machine, done) : done()),
    /** Called when the creation of the machine's server has ended. */
    created: goOn,
    /** Called when somebody has changed the annotations of the machine's infrastructure. */
    looked(machine: RancherMachine): void {
      if (isForced(context, machine) && machine.pool?.infrastructure === 'stuck') goOn(machine);
    },
    stop: (): void => waiting.clear(),
  };
}
