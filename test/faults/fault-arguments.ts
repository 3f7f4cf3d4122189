import { parseArgs } from 'node:util';
import { OperatorError } from '#infra/local/operator-error';
import { numberOption } from '#test/number-option';
import type { Selection } from './chosen-cases.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';
import type { Mode } from './testbed.ts';

export type FaultArguments = Selection & {
  parallel: number;
  list: boolean;
  /** The kind of orders. A run takes a quarter of an hour for each kind. */
  mode: Mode;
  scenarios: readonly ScenarioName[];
  /** Continues the last run with the cases that failed or did not run. */
  resume: boolean;
};

const USAGE =
  "npm run <command> -- [--sample N] [--seed N] [--only 'vault POST']... [--parallel N] [--nodes | --replacements | --upgrades | --hibernation | --rotation | --applications | --projects] [--managed | --pools | --cluster-api] [--resume] [--list]";

const SCENARIO_FLAGS = [
  'nodes',
  'replacements',
  'upgrades',
  'hibernation',
  'rotation',
  'applications',
  'projects',
] as const;

/** @throws OperatorError if an argument is unknown */
export function faultArguments(args: string[]): FaultArguments {
  const { sample, seed, only, parallel, list, managed, pools, 'cluster-api': clusterApi, resume, ...of } = parsed(args);
  const scenario = SCENARIO_FLAGS.find((flag) => of[flag]);
  return {
    ...(sample !== undefined && { sample: numberOf('sample', sample) }),
    seed: numberOf('seed', seed),
    parallel: numberOf('parallel', parallel),
    only,
    list,
    resume,
    ...playedBy({ pools, clusterApi, managed }, scenario ?? 'orders'),
  };
}

function playedBy(
  { pools, clusterApi, managed }: Record<'pools' | 'clusterApi' | 'managed', boolean>,
  scenario: ScenarioName,
): Pick<FaultArguments, 'mode' | 'scenarios'> {
  if (pools) return { mode: 'pools', scenarios: ['orders', 'pools'] };
  if (clusterApi) return { mode: 'cluster-api', scenarios: ['orders', 'cluster-changes'] };
  return { mode: managed ? 'managed' : 'self-managed', scenarios: [scenario] };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        sample: { type: 'string' },
        seed: { type: 'string', default: '1' },
        only: { type: 'string', multiple: true, default: [''] },
        parallel: { type: 'string', default: '6' },
        list: { type: 'boolean', default: false },
        managed: { type: 'boolean', default: false },
        pools: { type: 'boolean', default: false },
        'cluster-api': { type: 'boolean', default: false },
        resume: { type: 'boolean', default: false },
        nodes: { type: 'boolean', default: false },
        replacements: { type: 'boolean', default: false },
        upgrades: { type: 'boolean', default: false },
        hibernation: { type: 'boolean', default: false },
        rotation: { type: 'boolean', default: false },
        applications: { type: 'boolean', default: false },
        projects: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new OperatorError(`${cause instanceof Error ? cause.message : cause}\n${USAGE}`);
  }
}

const numberOf = (name: string, text: string): number => numberOption(name, text, { digits: 7, usage: USAGE });
