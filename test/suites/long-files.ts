/**
 * The test files that `npm test` leaves to `npm run test:full`. These files call every route as every user, wait for
 * deadlines, or run other people's programs from a package registry. Some repeat in full what shorter files of the
 * suite test in part. Both commands together run every file once.
 */
const LONG: Readonly<Record<string, readonly string[]>> = {
  contracts: ['test/contracts/{clients/{gophercloud,python-clients},strangers.contract}.test.ts'],
  integration: [
    // These files test every route with every caller, every parameter, every example, and objects of others.
    'test/integration/api/{permissions,tenancy,examples,bounds,named-objects}/*.int.test.ts',
    'test/integration/_http/{list-parameters,bad-input}.int.test.ts',
    // These files wait for real deadlines of several seconds.
    'test/integration/{_http,_steps,identity}/hanging-*.int.test.ts',
    'test/integration/marketplace/orders/managed-order-races.int.test.ts',
    // These files test a failure at each point of each operation.
    'test/integration/{cluster-contents/repeated-apps,upgrades/operated-clusters}.int.test.ts',
    // These files start a local cloud of their own.
    'test/integration/local/{local-cloud,processes,redrive}.int.test.ts',
    'test/integration/waldur-clients/*.int.test.ts',
    'test/integration/remote-waldur/remote-crashes.int.test.ts',
  ],
  e2e: [
    'test/e2e/{first-stage,hooks}.e2e.test.ts',
    'test/e2e/{lost-machines,added-nodes,autohealing,many-nodes,hibernated-cluster,waves,wake-ups}.e2e.test.ts',
    'test/e2e/{access-*,applications,dispatch,throttled-provider,mails,replaced-servers,whole-provider}.e2e.test.ts',
    'test/e2e/clients/*.e2e.test.ts',
    'test/e2e/managed/managed-{faults,pools,zones}.e2e.test.ts',
    'test/e2e/cli/{at-a-terminal,other-offerings}.e2e.test.ts',
  ],
};

/** `short` selects the files of `npm test`, `rest` the other files. Without a value, a suite has all its files. */
const part = process.env.PADDOCK_TESTS;

/** A suite's `include` and `exclude` for the selected part. */
export function filesOf(
  project: string,
  include: string[],
  exclude: string[] = [],
): { include: string[]; exclude: string[] } {
  const long = [...(LONG[project] ?? [])];
  if (part === 'short') return { include, exclude: [...exclude, ...long] };
  return part === 'rest' ? { include: long, exclude } : { include, exclude };
}

/** All patterns. A test checks that each pattern still matches a file. */
export const LONG_PATTERNS: readonly string[] = Object.values(LONG).flat();
