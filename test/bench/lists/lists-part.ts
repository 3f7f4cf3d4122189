import { join } from 'node:path';
import { buildFunctions } from '#infra/build';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/emulator/aws-environment';
import { startEmulator } from '#infra/local/emulator/emulator';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { hashToken } from '#shared/app/identity/hash-token';
import { apiTokenText } from '#shared/domain/identity/api-token';
import type { User } from '#shared/domain/identity/user';
import type { Store } from '#shared/ports/store';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { aGrant, anApiToken, aUser } from '#test/builders/builders';
import { bundleOfRoute, functionEnvironment } from '#test/infra/function-environment';
import { newTables } from '#test/integration/_worlds/new-store';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';
import { median } from '../statistics.ts';
import { CLUSTERS, deepCases, type ListCase, listCases } from './list-cases.ts';
import { type ListProcess, startListProcess } from './list-process.ts';
import { newTenancy, seedLists } from './seed-lists.ts';

const SIZES = [1_000, 10_000];
/** The numbers of clusters in a small run. Each number includes one failed cluster for the filters by state. */
const SMALL_SIZES = [66, 132];
const PROJECTS = 20;
const MAX_CALLS = 3;
/**
 * A page of 100 clusters needs one call more than other pages. One database call reads at most a hundred keys. The
 * clusters' further rows and the totals have more than a hundred keys, so two calls read them. These two calls run in
 * parallel (docs/decisions/0051-a-cluster-is-several-rows.md).
 */
const MAX_CALLS_OF_100_CLUSTERS = 4;
const MAX_CPU_MS: Readonly<Record<number, number>> = { 10: 10, 100: 30 };
/** Waldur's cost of one page of clusters, by page size. */
const WALDUR: Readonly<Record<number, string>> = { 10: '145 ms, 154 SQL', 100: '1,200 ms, 1,772 SQL' };
/** Warms up the just-in-time compiler, since a Lambda in regular use is warm. */
const WARM_UP = { warmUp: 300, batch: 1, batches: 1, budgetMs: 8_000 };
const EFFORT = { warmUp: 30, batch: 15, batches: 5, budgetMs: 2_000 };
const SMALL_EFFORT = { warmUp: 1, batch: 1, batches: 1, budgetMs: 2_000 };

type Tokens = Record<'owner' | 'staff', string>;

async function person(store: Store, fields: Partial<User>, customerUuid?: string): Promise<string> {
  const user = aUser(fields);
  const token = apiTokenText(user.uuid, randomIds.token());
  const scope = customerUuid && { role: 'CUSTOMER.OWNER' as const, scopeType: 'customer' as const };
  const grant = scope && aGrant({ ...scope, userUuid: user.uuid, scopeUuid: customerUuid, customerUuid });
  await store.commit(
    store.users.insert(user),
    store.apiTokens.insert(anApiToken({ userUuid: user.uuid, hash: hashToken(token) })),
    ...(grant ? [store.grants.insert(grant)] : []),
  );
  return token;
}

type Lists = { processes: ReadonlyMap<string, ListProcess>; tokens: Tokens; effort: typeof EFFORT };

const pathOf = (list: string): string => `/api/${list}/`;

function processOf({ processes }: Lists, list: string): ListProcess {
  const found = processes.get(bundleOfRoute(`/api/${list}`));
  if (found === undefined) throw new Error(`no process answers for ${list}`);
  return found;
}

async function measureCase(lists: Lists, size: number, one: ListCase): Promise<Figure[]> {
  const asked = { ...lists.effort, token: lists.tokens[one.caller], path: pathOf(one.list), query: one.query };
  const { rows, batches } = await processOf(lists, one.list).measure(asked);
  if (rows === 0) throw new Error(`${one.name} was answered with nothing`);
  const name = `list among ${size.toLocaleString('en')}: ${one.name}`;
  const noted = one.note === undefined ? {} : { note: one.note };
  const maxCpuMs = MAX_CPU_MS[one.pageSize];
  const cpu: Figure = {
    name: `${name}: CPU`,
    value: median(batches.map(({ cpuMs }) => cpuMs)),
    unit: 'ms per request',
    ...noted,
  };
  const calls: Figure = {
    name: `${name}: database`,
    value: median(batches.map((batch) => batch.calls)),
    unit: 'calls per request',
    ...noted,
  };
  if (!one.isBounded || maxCpuMs === undefined) return [cpu, calls];
  return [
    { ...cpu, atMost: maxCpuMs, ...(one.list === CLUSTERS && { waldur: WALDUR[one.pageSize] ?? '' }) },
    { ...calls, atMost: one.list === CLUSTERS && one.pageSize === 100 ? MAX_CALLS_OF_100_CLUSTERS : MAX_CALLS },
  ];
}

/** Tables on a separate emulator, so that other work does not affect the measurement. */
async function emptyTables({ home, logDir, runDir, signal, undoLater }: BenchContext) {
  const emulator = await startEmulator({ home, logDir, runDir, signal });
  undoLater(emulator.stop);
  const client = dynamoClient({ endpoint: emulator.url, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const tables = await newTables(client);
  return { awsUrl: emulator.url, ...tables, store: dynamoStore({ ...tables, client, clock: systemClock }) };
}

async function measureLists(context: BenchContext): Promise<Figure[]> {
  const { runDir, signal, progress, undoLater, isSmall } = context;
  const functions = join(runDir, 'functions');
  const [{ store, ...place }] = await Promise.all([emptyTables(context), buildFunctions(functions)]);
  const tenancy = newTenancy(PROJECTS);
  const tokens = {
    staff: await person(store, { isStaff: true }),
    owner: await person(store, {}, tenancy.customerUuid),
  };
  const bundles = new Set(listCases(tenancy).map(({ list }) => bundleOfRoute(`/api/${list}`)));
  const processes = new Map(
    [...bundles].map((bundle) => {
      const at = { ...place, environment: functionEnvironment(bundle) };
      return [bundle, startListProcess(join(functions, bundle, 'index.mjs'), at)] as const;
    }),
  );
  for (const { stop } of processes.values()) undoLater(stop);
  const figures: Figure[] = [];
  const [sizes, effort, warmUp] = isSmall ? [SMALL_SIZES, SMALL_EFFORT, SMALL_EFFORT] : [SIZES, EFFORT, WARM_UP];
  const lists: Lists = { processes, tokens, effort };
  const warm = [...new Map(listCases(tenancy).map(({ list }) => [bundleOfRoute(`/api/${list}`), list])).values()];
  for (const [at, size] of sizes.entries()) {
    progress(`storing ${size} clusters`);
    await seedLists(store, tenancy, { from: sizes[at - 1] ?? 0, until: size }, progress);
    for (const list of warm) {
      const asked = { ...warmUp, token: tokens.owner, path: pathOf(list), query: 'page_size=100' };
      await processOf(lists, list).measure(asked);
    }
    const cases = [...listCases(tenancy), ...(!isSmall && size === sizes.at(-1) ? deepCases() : [])];
    for (const one of cases) {
      signal.throwIfAborted();
      const [cpu, calls] = await measureCase(lists, size, one);
      progress(`among ${size}, ${one.name}: ${cpu?.value.toFixed(1)} ms of CPU, ${calls?.value} calls`);
      figures.push(...[cpu, calls].filter((figure) => figure !== undefined));
    }
  }
  return figures;
}

export const listsPart: Part = {
  name: 'lists',
  about: 'list pages among 1,000 and 10,000 clusters, orders and resources: CPU of the function, calls to the database',
  measures: ['functions/api', 'functions/_http', 'shared', 'package-lock.json'],
  run: measureLists,
};
