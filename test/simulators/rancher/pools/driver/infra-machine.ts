import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { BOOTSTRAP, INFRA_MACHINE } from '../pool-kinds.ts';
import { idOf, type PoolObject, poolKey, timeText } from '../pool-objects.ts';
import { safeName } from '../safe-name.ts';

interface InfraCondition {
  type: 'CreateJob' | 'DeleteJob' | 'Ready';
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
}

/** The OpenstackMachine of a machine. Both have the same name. */
export const infraMachineOf = (
  { store }: Pick<RancherContext, 'store'>,
  machine: Pick<RancherMachine, 'namespace' | 'name'>,
): PoolObject | undefined => store.poolObjects.get(poolKey(INFRA_MACHINE, idOf(machine)));

export function writeInfra(
  context: RancherContext,
  machine: RancherMachine,
  { conditions, ...fields }: { conditions: InfraCondition[]; [field: string]: unknown },
): void {
  const infra = infraMachineOf(context, machine);
  if (!infra) return;
  const lastUpdateTime = timeText(context.clock.now());
  const written: unknown = infra.status?.conditions;
  const before: unknown[] = Array.isArray(written) ? written : [];
  const isKept = (one: unknown) => !conditions.some(({ type }) => type === Object(one).type);
  infra.status = {
    ...infra.status,
    ...fields,
    conditions: [...before.filter(isKept), ...conditions.map((one) => ({ ...one, lastUpdateTime }))],
  };
  infra.resourceVersion = context.nextRevision();
}

/** Updates the status of a machine's bootstrap object: the secret with the bootstrap data now exists. */
export function writeBootstrap({ store }: RancherContext, machine: RancherMachine): void {
  const bootstrap = store.poolObjects.get(poolKey(BOOTSTRAP, idOf(machine)));
  if (!bootstrap) return;
  const dataSecretName = safeName(machine.name, 'machine', 'bootstrap');
  bootstrap.status = { dataSecretName, initialization: { dataSecretCreated: true }, ready: true };
}

export const jobNameOf = ({ name }: Pick<RancherMachine, 'name'>): string => safeName(name, 'machine', 'provision');

type Verb = 'creating' | 'deleting';

export const workingMessage = (verb: Verb, { namespace, name }: RancherMachine): string =>
  `${verb} server [${namespace}/${name}] of kind (OpenstackMachine) for machine ${name} in infrastructure provider`;

export const failureMessage = (verb: Verb, machine: RancherMachine, why: string): string =>
  `failed ${workingMessage(verb, machine)}: ${verb === 'creating' ? 'CreateError' : 'DeleteError'}: ${why}`;
