import { dataOf, listAll, type Order, type SelectedOrder } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { isUuid, plainUuid } from './choose.ts';
import type { ClusterDetail } from './find-cluster.ts';
import { ifPresent } from './read-parts.ts';

export type OrderRow = Required<SelectedOrder>;
export type OrderState = Order['state'];

/**
 * Finds an order by its uuid or by the name of its resource. With a name, returns the newest order in one of the given
 * states.
 */
export async function findOrder(session: Session, given: string, states?: readonly OrderState[]): Promise<Order> {
  if (isUuid(given)) return readOrder(session, plainUuid(given));
  const { api } = session;
  const query = { resource_name: given, o: ['-created' as const] };
  const rows = await listAll((page) =>
    api.GET('/api/marketplace-orders/', { params: { query: { ...query, ...page } } }),
  );
  const fitting = ordersFor(rows, given, states);
  const [newest] = fitting;
  if (newest === undefined)
    throw new CommandError(
      `There is no order of ${given}${states === undefined ? '' : ` that is ${states.join(' or ')}`}.`,
      EXIT.notFound,
      '`paddock order list` shows your orders.',
    );
  const projects = new Set(fitting.map(({ project_name }) => project_name));
  if (projects.size > 1)
    throw new CommandError(
      `Several projects have orders of a resource ${given}: ${fitting.map(({ uuid, project_name }) => `${uuid} in ${project_name}`).join(', ')}.`,
      EXIT.usage,
      'Give the uuid of the order.',
    );
  return newest;
}

export const readOrder = ({ api }: Session, uuid: string): Promise<Order> =>
  dataOf(api.GET('/api/marketplace-orders/{uuid}/', { params: { path: { uuid } } }));

/** Returns the order of an ERRED cluster if the order itself has failed. Otherwise returns undefined. */
export async function failedOrder(
  session: Session,
  { state, order_uuid }: Pick<ClusterDetail, 'state' | 'order_uuid'>,
): Promise<Order | undefined> {
  const order = state === 'ERRED' ? await ifPresent(readOrder(session, order_uuid)) : undefined;
  return order?.state === 'erred' ? order : undefined;
}

/** Selects the orders of exactly this name. The list stays sorted, newest first. */
export const ordersFor = (rows: readonly OrderRow[], name: string, states?: readonly OrderState[]): OrderRow[] =>
  rows.filter((row) => row.resource_name === name && (states === undefined || states.includes(row.state)));
