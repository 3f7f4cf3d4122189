export interface AgentOptions {
  server: string;
  token: string;
  caChecksum: string;
  /** The machine's roles. Each role is `etcd`, `controlplane` or `worker`. */
  roles: string[];
  nodeName: string;
  address: string;
  internalAddress: string;
  /** The machine's labels as `key=value`, joined by commas. */
  labels: string;
  taints: string;
}

const ROLE_FLAGS: Record<string, string[]> = {
  // In the installer's script, `-a` stands for `--all-roles` and for `--address`. The first match is `--all-roles`.
  '-a': ['etcd', 'controlplane', 'worker'],
  '--all-roles': ['etcd', 'controlplane', 'worker'],
  '-e': ['etcd'],
  '--etcd': ['etcd'],
  '-p': ['controlplane'],
  '--controlplane': ['controlplane'],
  '-w': ['worker'],
  '--worker': ['worker'],
  '--no-roles': [],
};
const VALUE_FLAGS: Record<string, string> = {
  '-s': 'SERVER',
  '--server': 'SERVER',
  '-t': 'TOKEN',
  '--token': 'TOKEN',
  '-c': 'CA_CHECKSUM',
  '--ca-checksum': 'CA_CHECKSUM',
  '-n': 'NODE_NAME',
  '--node-name': 'NODE_NAME',
  '--address': 'ADDRESS',
  '-i': 'INTERNAL_ADDRESS',
  '--internal-address': 'INTERNAL_ADDRESS',
  '-l': 'LABELS',
  '--label': 'LABELS',
  '--taint': 'TAINTS',
  '--taints': 'TAINTS',
};
const ROLE_VARIABLES = { ETCD: 'etcd', CONTROLPLANE: 'controlplane', WORKER: 'worker' };

/**
 * Returns the installer's settings, from its flags or else from `CATTLE_…` variables. Returns an error message if the
 * installer would give up.
 */
export function agentOptions(args: string[], environment: Map<string, string>): AgentOptions | string {
  const named = Object.entries(ROLE_VARIABLES).filter(([name]) => environment.get(`CATTLE_ROLE_${name}`) === 'true');
  const roles = new Set(named.map(([, role]) => role));
  const values = new Map<string, string>();
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const variable = VALUE_FLAGS[arg];
    if (ROLE_FLAGS[arg]) for (const role of ROLE_FLAGS[arg]) roles.add(role);
    else if (variable) values.set(variable, joined(variable, values.get(variable), args[++at] ?? ''));
    else return 'unknown argument passed in';
  }
  const value = (name: string) => values.get(name) ?? environment.get(`CATTLE_${name}`) ?? '';
  const isWithoutRole = args.includes('--no-roles') || environment.get('CATTLE_ROLE_NONE') === 'true';
  const options = {
    server: value('SERVER').replace(/\/$/, ''),
    token: value('TOKEN'),
    caChecksum: value('CA_CHECKSUM'),
    roles: isWithoutRole ? [] : [...roles],
    nodeName: value('NODE_NAME'),
    address: value('ADDRESS'),
    internalAddress: value('INTERNAL_ADDRESS'),
    labels: value('LABELS'),
    taints: value('TAINTS'),
  };
  return checked(options, isWithoutRole);
}

/** Labels and taints of several flags are joined. For any other setting, the last flag wins. */
function joined(variable: string, before: string | undefined, value: string): string {
  return before && (variable === 'LABELS' || variable === 'TAINTS') ? `${before},${value}` : value;
}

/** A machine that Rancher has created may register without roles, because Rancher already knows its roles. */
function checked(options: AgentOptions, isWithoutRole: boolean): AgentOptions | string {
  if (options.token === '') return 'CATTLE_TOKEN was not set';
  if (options.server === '') return 'CATTLE_SERVER was not set';
  return options.roles.length > 0 || isWithoutRole ? options : 'you must select at least one role';
}
