import { dataOf, listAll, type Order } from '@paddock/client';
import type { Command } from 'commander';
import { openSession, type Session } from '../config/session.ts';
import { findOrder, type OrderRow, type OrderState } from '../find/find-order.ts';
import { againFor, nextStepOf } from '../follow/last-error.ts';
import type { Io } from '../io/io.ts';
import { printData, printRows } from '../output/print.ts';
import type { Column } from '../output/table.ts';
import { ageOf } from '../output/times.ts';

const PENDING: readonly OrderState[] = ['pending-consumer', 'pending-provider'];

const columns = (now: number): Column<OrderRow>[] => [
  { title: 'NAME', of: ({ resource_name }) => resource_name },
  { title: 'TYPE', of: ({ type }) => type },
  { title: 'STATE', of: ({ state }) => state },
  { title: 'PROJECT', of: ({ project_name }) => project_name },
  { title: 'AGE', of: ({ created }) => ageOf(created, now) },
  { title: 'OFFERING', of: ({ offering_name }) => offering_name, wide: true },
  { title: 'UUID', of: ({ uuid }) => uuid, wide: true },
];

/** `paddock order …` */
export function addOrder(program: Command, io: Io): void {
  const order = program.command('order').description('show, approve, reject, retry and cancel orders');
  order
    .command('list')
    .description('list orders, newest first')
    .option('--pending', 'only orders that wait for an approval')
    .action(async ({ pending }: { pending?: true }, command: Command) => {
      const { api, format } = await openSession(io, command);
      const query = { o: ['-created' as const], ...(pending === true && { state: [...PENDING] }) };
      const rows = await listAll((page) =>
        api.GET('/api/marketplace-orders/', { params: { query: { ...query, ...page } } }),
      );
      printRows(io, format, rows, {
        columns: columns(io.now()),
        nameOf: ({ resource_name }) => resource_name,
        none: 'No orders.',
      });
    });
  for (const { name, text, states, run, hasComment } of ACTIONS) {
    const command = order
      .command(name)
      .description(text)
      .argument('<order>', 'name of the ordered resource, or uuid of the order')
      .action(async (given: string, { comment = '' }: { comment?: string }, command: Command) => {
        const session = await openSession(io, command);
        await run(session, await findOrder(session, given, states), comment);
      });
    if (hasComment === true) command.option('--comment <text>', 'reason for the rejection');
  }
}

type Action = {
  name: string;
  text: string;
  /** The command accepts only orders in these states. */
  states?: readonly OrderState[];
  hasComment?: true;
  run: (session: Session, order: Order, comment: string) => Promise<void>;
};

const ACTIONS: readonly Action[] = [
  { name: 'show', text: 'show an order, and why it failed', run: async (session, order) => show(session, order) },
  {
    name: 'approve',
    text: 'approve an order, for your organization or as its provider',
    states: PENDING,
    run: approve,
  },
  {
    name: 'reject',
    text: 'reject an order, for your organization or as its provider',
    states: PENDING,
    hasComment: true,
    run: reject,
  },
  { name: 'retry', text: 'try a failed order again', states: ['erred'], run: retry },
  { name: 'cancel', text: 'cancel an order', states: [...PENDING, 'executing'], run: cancel },
];

function show({ io, format }: Session, order: Order): void {
  if (!printData(io, format, order)) io.out(format === 'name' ? `${order.resource_name}\n` : orderText(order));
}

/**
 * Describes an order for people: its object, its customer and project, its state, and the next step after a failure.
 */
export function orderText(order: Order): string {
  const { type, resource_name, state, offering_name, project_name, customer_name, created, last_error } = order;
  const lines = [
    `${type} ${resource_name}: ${state}`,
    `${offering_name}, for ${project_name} of ${customer_name}`,
    `Ordered at ${created}`,
    ...(order.consumer_reviewed_at === null ? [] : [`Approved by the organization at ${order.consumer_reviewed_at}`]),
    ...(order.completed_at === null ? [] : [`Ended at ${order.completed_at}`]),
    ...(last_error === null
      ? []
      : [
          `Failed in ${last_error.step}: ${last_error.message} (${last_error.code})`,
          nextStepOf(last_error, againFor(order)),
        ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const pathOf = ({ uuid }: Order) => ({ path: { uuid } });
const said = ({ io }: Session, { resource_name }: Order, what: string): void =>
  io.err(`The order of ${resource_name} is ${what}.\n`);

async function approve(session: Session, order: Order): Promise<void> {
  const { api } = session;
  const params = pathOf(order);
  if (order.state === 'pending-provider')
    await dataOf(api.POST('/api/marketplace-orders/{uuid}/approve_by_provider/', { params, body: {} }));
  else await dataOf(api.POST('/api/marketplace-orders/{uuid}/approve/', { params }));
  said(session, order, 'approved');
}

async function reject(session: Session, order: Order, comment: string): Promise<void> {
  const { api } = session;
  const params = pathOf(order);
  if (order.state === 'pending-provider') {
    const body = { provider_rejection_comment: comment };
    await dataOf(api.POST('/api/marketplace-orders/{uuid}/reject_by_provider/', { params, body }));
  } else {
    const body = { consumer_rejection_comment: comment };
    await dataOf(api.POST('/api/marketplace-orders/{uuid}/reject/', { params, body }));
  }
  said(session, order, 'rejected');
}

async function retry(session: Session, order: Order): Promise<void> {
  await dataOf(session.api.POST('/api/marketplace-orders/{uuid}/retry/', { params: pathOf(order) }));
  said(session, order, 'tried again');
}

async function cancel(session: Session, order: Order): Promise<void> {
  await dataOf(session.api.POST('/api/marketplace-orders/{uuid}/cancel/', { params: pathOf(order) }));
  said(session, order, 'being canceled');
}
