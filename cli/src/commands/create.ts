import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dataOf, type Order } from '@paddock/client';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { CommandError, EXIT } from '../command-error.ts';
import { openSession, type Session } from '../config/session.ts';
import { readCluster } from '../find/find-cluster.ts';
import { follow } from '../follow/follow.ts';
import type { Io } from '../io/io.ts';
import { mergeKubeconfig } from '../kubeconfig/write-kubeconfig.ts';
import { SMALLEST } from '../order/choose-flavor.ts';
import type { OrderBody } from '../order/order-request.ts';
import { faultsOf, planText } from '../order/plan-text.ts';
import { type CreateOptions, prepareOrder } from '../order/prepare-order.ts';
import { clusterSummary } from '../output/cluster-text.ts';
import { printAnswer, printData, printObject } from '../output/print.ts';
import { count, several, timeoutOption } from './command-options.ts';

type Options = CreateOptions & { file?: string; plan?: true; wait?: true; kubeconfig?: true; timeout: number };

/** `paddock create NAME` */
export function addCreate(program: Command, io: Io): void {
  program
    .command('create')
    .description('order a cluster; a missing option gets its default or the only object that fits, or you are asked')
    .argument('<name>', 'name of the new cluster')
    .option('--servers <number>', 'nodes with control plane and etcd (3)', count)
    .option('--agents <number>', 'nodes for workloads; in a managed cluster, in each cloud', count, 3)
    .option('--project <name>', 'project of the cluster')
    .option('--offering <name>', 'offering to order')
    .option('--pricing <name>', 'pricing plan of the offering')
    .option('--template <name>', 'cluster template with the nodes, or template of Cluster API')
    .option('--tenant <name>', 'tenant of OpenStack for the machines')
    .option('--subnet <name>', 'subnet of the machines')
    .option('--network <name>', 'network of the machines, if Rancher makes them')
    .option('--cloud <name>', 'cloud of a managed cluster; can be given several times (all of the offering)', several)
    .option('--flavor <name>', 'flavor of agents, and of servers without --server-flavor')
    .option('--server-flavor <name>', 'flavor of servers')
    .option('--cores <number>', 'without --flavor, minimum of cores of an agent', count, SMALLEST.cores)
    .option('--memory <GB>', 'without --flavor, minimum of memory of an agent', count, SMALLEST.memoryGb)
    .option('--disk <GB>', 'size of the system volume of each node; not for managed clusters or Cluster API', count, 64)
    .option('--data-disk <GB>', 'size of the data volume of each worker of a managed cluster', count, 0)
    .option('--version <version>', 'release of Kubernetes (the default of the offering)')
    .option('--ssh-key <key>', 'public SSH key of the machines')
    .option('--description <text>', 'what the cluster is for')
    .option('-f, --file <path>', 'order as YAML or JSON, as the API takes it; - reads stdin')
    .option('--plan', 'only show what would be made, and what it would cost')
    .option('--wait', 'wait until the cluster can be used')
    .option('--kubeconfig', 'wait, then add the cluster to your kubeconfig')
    .addOption(timeoutOption())
    .action(async (name: string, options: Options, command: Command) => {
      const session = await openSession(io, command);
      const body = await bodyOf(session, name, options);
      const isValid = await checkPlan(session, body, options.plan === true);
      if (options.plan !== true && isValid) await place(session, name, body, options);
    });
}

async function bodyOf(session: Session, name: string, options: Options): Promise<OrderBody> {
  if (options.file === undefined) return prepareOrder(session, name, options);
  const text = options.file === '-' ? await session.io.readInput() : await readFile(options.file, 'utf8');
  const order: unknown = parse(text);
  if (isOrder(order)) return { ...order, attributes: { ...order.attributes, name } };
  throw new CommandError(
    `${options.file} is not an order.`,
    EXIT.usage,
    'An order must have the fields offering, project and attributes: see docs/command-line.md.',
  );
}

/** Checks only the basic structure of the order. The API checks all other fields and reports the invalid ones. */
const isOrder = (order: unknown): order is OrderBody =>
  typeof order === 'object' &&
  order !== null &&
  'attributes' in order &&
  typeof order.attributes === 'object' &&
  'offering' in order &&
  'project' in order;

/** Makes a dry run before the order is placed, because a dry run returns all errors of the order. */
async function checkPlan({ io, api, format }: Session, body: OrderBody, isShown: boolean): Promise<boolean> {
  const plan = await dataOf(api.POST('/api/marketplace-orders/plan/', { body }));
  if (isShown && !printData(io, format, plan) && plan.valid) io.out(planText(plan));
  if (plan.valid) return true;
  const faults = faultsOf(plan.errors).map(({ field, message }) => `  ${field === '' ? '' : `${field}: `}${message}`);
  throw new CommandError(['The order has errors:', ...faults].join('\n'), EXIT.usage, 'Nothing was ordered.');
}

async function place(session: Session, name: string, body: OrderBody, options: Options): Promise<void> {
  const { io, api, format } = session;
  const order = await dataOf(
    api.POST('/api/marketplace-orders/', { body, params: { header: { 'Idempotency-Key': randomUUID() } } }),
  );
  const cluster = order.resource_uuid;
  io.err(`${name} is ordered${waitsFor(order)}.\n`);
  const waits = options.wait === true || options.kubeconfig === true;
  if (cluster === null || !waits) {
    printAnswer(io, format, name, order);
    if (!waits) io.err(`\`paddock wait ${name}\` follows it.\n`);
    return;
  }
  await follow(session, { name, cluster, order: order.uuid, goal: 'OK', timeoutMs: options.timeout });
  const made = await readCluster(session, cluster);
  printObject(io, format, made, () => clusterSummary(made));
  if (options.kubeconfig === true) await mergeKubeconfig(session, made);
}

const APPROVERS: Readonly<Record<string, string>> = {
  'pending-consumer': ', and waits for the approval of an owner of the organization',
  'pending-provider': ', and waits for the approval of the provider',
};
const waitsFor = ({ state }: Order): string => APPROVERS[state] ?? '';
