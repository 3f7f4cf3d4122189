import { z } from 'zod';
import { rancherRole } from '#shared/domain/planning/rancher-role';
import { removalWait } from '#shared/domain/pools/scaling/machine-removal';
import type { MachineRow } from '#shared/domain/pools/views/machine-rows';
import type { ShownMachine } from '#shared/domain/pools/views/machines-and-nodes';
import { machinePhase } from '#shared/domain/pools/views/phases';
import type { FilterTable, Link, Listing, Orderings } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { machineChangeOperations } from './pool-changes.ts';

const KINDS = ['joined', 'joining', 'lost', 'orphan'] as const;
const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const conditionView = z.object({
  type: text('Type of the condition.', 'InfrastructureReady'),
  status: text('`True`, `False` or `Unknown`.', 'False'),
  reason: text('Reason of the condition, as one word. May be empty.', 'CreateError'),
  message: text('Explanation of the condition by Cluster API or Rancher.', 'failed creating server: Quota exceeded'),
});

const machineView = z
  .object({
    kind: z.enum(KINDS).meta({
      description:
        '`joined`: a machine and its node. `joining`: a machine that is no node yet. `lost`: a machine whose node is gone. `orphan`: a node without a machine. Nothing replaces or deletes such a node.',
    }),
    name: text('Name of the machine. Empty for a node without a machine.', 'research-1-workers-x7k2b-9fdqw'),
    node_name: text(
      'Name of the Kubernetes node. Empty until the machine has become a node.',
      'research-1-workers-x7k2b-9fdqw',
    ),
    node_state: text('State of the node in Rancher. Empty if there is no node, or if nodes were not read.', 'active'),
    cluster: z.string(),
    cluster_uuid: z.string(),
    cluster_name: z.string(),
    pool: text('Name of the pool. Empty for a node without a machine.', 'workers'),
    pool_uuid: z.string().nullable(),
    phase: machinePhase.nullable().meta({
      description: 'Phase of the machine in Cluster API. Null for a node without a machine.',
      examples: ['Running'],
    }),
    roles: z.array(rancherRole),
    is_ready: z.boolean().meta({ description: 'Whether the node is ready.' }),
    flavor_backend_id: text(
      'Id of the machine’s flavor in the cloud. Empty until Rancher has requested the server.',
      '2',
    ),
    image_backend_id: text(
      'Id of the machine’s image in the cloud. Empty until Rancher has requested the server.',
      '0b7a4f2e-3ad1-4a55-8d46-6d0e3a1f7c52',
    ),
    server_name: text(
      'Name of the server in Nova. Empty until Rancher has requested the server.',
      'research-1-workers-5c1f0a9b-9fdqw',
    ),
    provider_id: text(
      'Provider id of the server in Kubernetes. Empty until the server has started.',
      'rke2://research-1-workers-x7k2b-9fdqw',
    ),
    template: text('The template in Rancher from which the machine was created.', 'research-1-workers-5c1f0a9b'),
    created: z.string().nullable().meta({ description: 'When Rancher made the machine.' }),
    failure: text('Why Rancher could not create the server. Empty if it did not fail.', ''),
    waits_for: text('What the deletion of the machine waits for. Empty if it waits for nothing.', ''),
    conditions: z.array(conditionView).meta({ description: 'Conditions of the machine that explain its state.' }),
  })
  .meta({ id: 'Machine' });
type MachineView = z.infer<typeof machineView>;

const nodeNameOf = ({ machine, node }: MachineRow): string => node?.name ?? machine?.nodeName ?? '';

const viewConditions = ({ conditions }: ShownMachine) =>
  conditions.flatMap(({ type, status, reason = '', message }) =>
    message === undefined ? [] : [{ type, status, reason, message }],
  );

/** The values of a machine's fields for a node that has no machine. */
const NO_MACHINE = {
  ...{ name: '', pool: '', phase: null, created: null, flavor_backend_id: '', image_backend_id: '' },
  ...{ server_name: '', provider_id: '', template: '', failure: '', waits_for: '', conditions: [] },
};
const viewMachine = (machine: ShownMachine) => ({
  name: machine.name,
  pool: machine.poolName,
  phase: machine.phase,
  created: machine.createdAt,
  flavor_backend_id: machine.flavorId ?? '',
  image_backend_id: machine.imageId ?? '',
  server_name: machine.serverName,
  provider_id: machine.providerId ?? '',
  template: machine.templateName,
  failure: machine.failure ?? '',
  waits_for: removalWait(machine) ?? '',
  conditions: viewConditions(machine),
});

function viewRow(link: Link, row: MachineRow): MachineView {
  const { kind, cluster, poolUuid, machine, node } = row;
  const { roles = [], isReady = false } = machine ?? node ?? {};
  return {
    kind,
    node_name: nodeNameOf(row),
    node_state: node?.state ?? '',
    cluster: link('rancher-clusters', cluster.uuid),
    cluster_uuid: cluster.uuid,
    cluster_name: cluster.name,
    pool_uuid: poolUuid ?? null,
    roles: [...roles],
    is_ready: isReady,
    ...(machine ? viewMachine(machine) : NO_MACHINE),
  };
}

const filters: FilterTable<MachineRow> = {
  contains: { name: ({ machine }) => machine?.name ?? '', node_name: nodeNameOf },
  equals: { pool: ({ machine }) => machine?.poolName ?? '' },
  choices: {
    phase: { values: machinePhase.options, of: ({ machine }) => machine?.phase ?? '' },
    kind: { values: KINDS, of: ({ kind }) => kind },
  },
};
const orderings: Orderings<MachineRow> = {
  name: ({ machine }) => machine?.name ?? '',
  pool: ({ machine }) => machine?.poolName ?? '',
  phase: ({ machine }) => machine?.phase ?? '',
  created: ({ machine }) => machine?.createdAt ?? '',
};

/** Machines and nodes of one cluster. */
export const machineListing: Listing<MachineRow, MachineView> = {
  ...{ filters, orderings, schema: machineView, view: viewRow },
};
export const allMachineListing: Listing<MachineRow, MachineView> = {
  ...machineListing,
  filters: {
    ...filters,
    uuids: {
      cluster_uuid: ({ cluster }) => cluster.uuid,
      service_settings_uuid: ({ cluster }) => cluster.settingsUuid,
    },
  },
};

export const machineOperations: ApiOperations = {
  'GET /{uuid}/machines/': {
    summary: 'List the machines and nodes of a cluster that has pools',
    rule: 'cluster.see',
    description:
      'Read from Rancher. Each machine is listed together with its node. `kind` shows if one of them is missing. A cluster without pools has an empty list: its nodes are in `rancher-nodes`.',
    listing: machineListing,
    refuses: [502],
  },
  ...machineChangeOperations,
};

export const rancherMachinesResource: RestResource = {
  group: 'Customers',
  is: 'Machines that Rancher makes for pools, over all clusters. Read from Rancher.',
  operations: {
    'GET /': {
      summary: 'List the machines of all clusters that have pools',
      rule: 'visible.list',
      description:
        'Reads the machines of at most ten Ranchers, with two requests to each. Clusters of more than ten Ranchers are refused (400). Nodes are not read, so `kind` is `joined` or `joining`.',
      listing: allMachineListing,
      refuses: [400, 502],
    },
  },
};
