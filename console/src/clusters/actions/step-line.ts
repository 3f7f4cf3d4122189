import { counted } from '../../ui/format.ts';

type Step = { kind: string; count: number; machines: readonly string[]; node_group?: string; at_once?: number };

/** Describes one step of a plan: `replace 3 machines of default-worker, 1 at a time (m-1, m-2, m-3)`. */
export function stepLine({ kind, count, machines, node_group, at_once = count }: Step): string {
  const group = node_group ? ` of ${node_group}` : '';
  const pace = kind === 'replace' && at_once < count ? `, ${at_once} at a time` : '';
  const names = machines.length > 0 ? ` (${machines.join(', ')})` : '';
  return `${kind} ${counted(count, 'machine')}${group}${pace}${names}`;
}
