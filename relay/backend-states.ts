import type { RelayReport } from '#shared/contracts/relay-exchange';

/**
 * Columns of HAProxy's `show stat` that the relay reads. The first line of the output gives the position of each
 * column.
 */
const COLUMNS = ['pxname', 'svname', 'status'] as const;

/**
 * Whether the API servers answer, according to HAProxy's `show stat`.
 * @param csv the output of `show stat`, with a header: `# pxname,svname,…`
 */
export function backendStates(csv: string): RelayReport['clusters'] {
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.replace(/^# /, '').split(',');
  const places = COLUMNS.map((name) => names.indexOf(name));
  return lines.flatMap((line) => {
    const values = line.split(',');
    const [serverName = '', server, status = ''] = places.map((place) => values[place]);
    return server === 'api' ? [{ serverName, isReachable: status.startsWith('UP') }] : [];
  });
}
