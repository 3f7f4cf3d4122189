import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { writtenConfig as anyConfig, type WrittenConfig } from '#shared/domain/pools/order/adopted-pool';
import { differingFields, type MachineConfig } from '#shared/domain/pools/rendering/machine-config';
import { BackendConflict, BackendUnauthorized, Misconfigured } from '#shared/errors';
import type { RancherPools } from '#shared/ports/rancher/rancher-pools';
import { NAMESPACE } from '../clusters/cluster-request.ts';
import type { RancherSession } from '../rancher-session.ts';
import { nameOnly } from '../schemas.ts';
import { hasLabels } from '../steve-lists.ts';

type MachineConfigs = Pick<RancherPools, 'ensureMachineConfig' | 'listMachineConfigs' | 'deleteMachineConfig'>;

const CONFIG_TYPE = 'rke-machine-config.cattle.io.openstackconfig';
const CONFIGS = `/v1/${CONFIG_TYPE}s`;
const pathOf = (name: string): string => `${CONFIGS}/${NAMESPACE}${path`/${name}`}`;

/** A machine config. The fields of Rancher's OpenStack driver are at the top level, beside `metadata`. */
const writtenConfig = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()).nullish() }),
});

/**
 * Throws if Paddock cannot use the existing config. The name of a config is made from its content. So if a config has
 * the wanted name but other content, somebody has changed it. The error names fields but no values, because user data
 * may contain secrets.
 */
function assertUsable(found: z.infer<typeof writtenConfig>, wanted: MachineConfig): void {
  const { name, labels } = wanted.metadata;
  if (!hasLabels(found.metadata.labels ?? {}, labels)) {
    throw new BackendConflict(`Rancher has a machine config ${name} that Paddock did not create.`);
  }
  const fields = differingFields(found, wanted);
  if (fields.length === 0) return;
  throw new BackendConflict(
    `Somebody has changed these fields of the machine config ${name} in Rancher: ${fields.join(', ')}.`,
  );
}

/**
 * Lists all machine configs of OpenStack, even configs that Paddock did not create. The configs include user data,
 * because user data is part of the machine that a config describes.
 */
export const listWrittenConfigs = (session: RancherSession): Promise<WrittenConfig[]> =>
  session.listObjects({
    ...{ op: 'listWrittenConfigs', path: `${CONFIGS}/${NAMESPACE}`, item: anyConfig, labels: {} },
    exclude: 'metadata.managedFields',
  });

/** Why Rancher has no machine configs, and what the operator has to do. */
export const NO_MACHINE_CONFIGS =
  'Rancher cannot make machines in OpenStack: its node driver `openstack` is inactive, or the access key may not use it. Activate the driver in Rancher (Cluster Management, Drivers, Node Drivers).';

/**
 * Whether Rancher has machine configs of OpenStack. It has them some seconds after its node driver has become active, so
 * the state of the driver says too much.
 */
export const hasMachineConfigs = async (session: RancherSession, options: { timeoutMs?: number } = {}) =>
  (await session.find({ ...options, op: 'readSchema', path: path`/v1/schemas/${CONFIG_TYPE}`, reply: z.unknown() })) !==
  undefined;

/** Throws Misconfigured if Rancher refuses machine configs because it has no such kind. */
async function ifRefused(session: RancherSession, error: unknown): Promise<never> {
  if (error instanceof BackendUnauthorized && !(await hasMachineConfigs(session)))
    throw new Misconfigured(NO_MACHINE_CONFIGS, {}, error);
  throw error;
}

export function machineConfigs(session: RancherSession): MachineConfigs {
  const asked = <T>(answer: Promise<T>): Promise<T> => answer.catch((error: unknown) => ifRefused(session, error));
  return {
    async ensureMachineConfig(config) {
      const { name } = config.metadata;
      const found = await asked(session.find({ op: 'readMachineConfig', path: pathOf(name), reply: writtenConfig }));
      if (found !== undefined) return assertUsable(found, config);
      const call = { op: 'createMachineConfig', method: 'POST', path: CONFIGS, reply: z.unknown() } as const;
      await session.call({ ...call, body: config });
    },

    listMachineConfigs: (labels) =>
      asked(
        session.listObjects({
          op: 'listMachineConfigs',
          path: `${CONFIGS}/${NAMESPACE}`,
          item: nameOnly,
          labels,
          exclude: 'userDataFile',
        }),
      ),

    deleteMachineConfig: (name) =>
      asked(
        ignoreNotFound(
          session.call({ op: 'deleteMachineConfig', method: 'DELETE', path: pathOf(name), reply: z.unknown() }),
        ),
      ),
  };
}
