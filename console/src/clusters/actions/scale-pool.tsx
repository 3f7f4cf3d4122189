import { dataOf } from '@paddock/client';
import { api } from '../../api/client.ts';
import type { Pool } from '../cluster/parts-query.ts';
import { SizeButton } from './size-dialog.tsx';

const MAX_MACHINES = 100;

type Props = { pool: Pool; isInterrupted: boolean; mayGrow: boolean };

/** Sets the number of machines of a pool. */
export function ScalePool({ pool: { cluster_uuid: uuid, uuid: pool, name, quantity: count }, ...props }: Props) {
  const { isInterrupted, mayGrow } = props;
  const resize = (quantity: number, dry_run: boolean) =>
    dataOf(
      api.POST('/api/rancher-clusters/{uuid}/pools/{pool}/scale/', {
        params: { path: { uuid, pool }, query: { dry_run } },
        body: { quantity },
      }),
    );
  const group = {
    key: ['cluster', uuid, pool],
    title: `the pool ${name}`,
    name,
    count,
    most: mayGrow ? MAX_MACHINES : count,
  };
  return <SizeButton group={{ ...group, isInterrupted, resize }} />;
}
