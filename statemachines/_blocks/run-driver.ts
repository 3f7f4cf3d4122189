import { Choice, Condition, type IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { DRIVER_MACHINES } from '#shared/domain/_core/cluster-driver';
import { type OrderChild, stateStarting } from '#shared/domain/marketplace/order-executions';
import type { Flow } from './flow.ts';
import { runMachine } from './run-machine.ts';

type Work = 'createCluster' | 'deleteCluster';
type Drivers = Readonly<Record<string, Readonly<Record<Work, OrderChild>>>>;

const CHOICE: Readonly<Record<Work, string>> = {
  createCluster: 'WhichDriverCreates',
  deleteCluster: 'WhichDriverDeletes',
};

/**
 * Starts the state machine with which the cluster's driver does the given work. The variable `driver` must be set. If
 * all drivers have the same state machine, no Choice state is created.
 */
export function runDriver(flow: Flow, work: Work, next: IChainable, drivers: Drivers = DRIVER_MACHINES): IChainable {
  const byMachine = Map.groupBy(Object.keys(drivers), (name) => drivers[name]?.[work]);
  const runs = [...byMachine].flatMap(([machine, names]) => {
    if (machine === undefined) return [];
    return [{ run: runMachine(flow, stateStarting(machine), machine).next(next), names }];
  });
  const [only] = runs;
  if (only && runs.length === 1) return only.run;
  const choice = Choice.jsonata(flow.scope, CHOICE[work]);
  for (const { run, names } of runs) choice.when(Condition.jsonata(`{% $driver in ${JSON.stringify(names)} %}`), run);
  return choice;
}
