/**
 * Which test files `npm test` leaves to `npm run test:full`: those that ask every route in the name of everybody, wait for deadlines, run
 * somebody else's programs from a package registry, or repeat at length what shorter files of the suite show in part. Both together run
 * every file once.
 */
const LONG: Readonly<Record<string, readonly string[]>> = {
  contracts: ['test/contracts/{clients/{gophercloud,python-clients},strangers.contract}.test.ts'],
  integration: [
    // Every route for every caller, parameter, example and foreign object.
    'test/integration/api/{permissions,tenancy,examples}/*.int.test.ts',
    'test/integration/_http/{list-parameters,bad-input}.int.test.ts',
    // Real deadlines, of seconds each.
    'test/integration/{_http,_steps,identity}/hanging-*.int.test.ts',
    'test/integration/marketplace/orders/managed-order-races.int.test.ts',
    // A failure in each moment of each operation.
    'test/integration/{cluster-contents/repeated-apps,upgrades/operated-clusters}.int.test.ts',
    // A local cloud of their own.
    'test/integration/local/{local-cloud,processes,redrive}.int.test.ts',
    'test/integration/waldur-clients/*.int.test.ts',
    'test/integration/remote-waldur/remote-crashes.int.test.ts',
  ],
  e2e: [
    'test/e2e/{first-stage,hooks,waldur-functions,waldur-client}.e2e.test.ts',
    'test/e2e/{lost-machines,added-nodes,autohealing,many-nodes,hibernated-cluster,managed-faults,waves,wake-ups}.e2e.test.ts',
    'test/e2e/{access-*,applications,dispatch,throttled-provider,mails,magnum*}.e2e.test.ts',
    'test/e2e/{managed-pools,managed-zones,replaced-servers,whole-provider}.e2e.test.ts',
    'test/e2e/cli/{at-a-terminal,other-offerings}.e2e.test.ts',
  ],
};

/** `short` is what `npm test` runs, `rest` what it leaves; without either a suite has all its files. */
const part = process.env.PADDOCK_TESTS;

/** A suite's `include` and `exclude` in the part that is asked for. */
export function filesOf(
  project: string,
  include: string[],
  exclude: string[] = [],
): { include: string[]; exclude: string[] } {
  const long = [...(LONG[project] ?? [])];
  if (part === 'short') return { include, exclude: [...exclude, ...long] };
  return part === 'rest' ? { include: long, exclude } : { include, exclude };
}

/** Every pattern, for the test that each still matches something. */
export const LONG_PATTERNS: readonly string[] = Object.values(LONG).flat();
