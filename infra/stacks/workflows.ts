import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import {
  DefinitionBody,
  type IStateMachine,
  LogLevel,
  QueryLanguage,
  StateMachine,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StepFunctions } from '#machines/_blocks/flow';
import type { Deadlines } from '#machines/deadlines';
import { type Machine, type MachineName, machines } from '#machines/registry';
import type { Config } from '../config.ts';
import { nameOf, type Platform } from '../constructs/platform.ts';
import { MachineRole } from '../constructs/roles.ts';
import { ServiceLogGroup } from '../constructs/service-function.ts';

const deadlinesOf = (config: Config): Deadlines => ({
  rancherId: config.rancherIdTimeoutSeconds,
  firstNodes: config.firstNodesTimeoutSeconds,
  furtherNodes: config.furtherNodesTimeoutSeconds,
  clusterActive: config.clusterActiveTimeoutSeconds,
  serversGone: config.serversGoneTimeoutSeconds,
  leftoversGone: config.leftoversGoneTimeoutSeconds,
  clusterGone: config.clusterGoneTimeoutSeconds,
  loadBalancersActive: config.loadBalancersActiveTimeoutSeconds,
  tenantsEmpty: config.tenantsEmptyTimeoutSeconds,
  upgradeStarted: config.upgradeStartedTimeoutSeconds,
  nodesUpgraded: config.nodesUpgradedTimeoutSeconds,
});

/** All state machines; children come before the machines that start them. */
export class StateMachines extends Construct {
  readonly made = new Map<MachineName, StateMachine>();
  /** Machines that no other machine starts. */
  readonly roots: readonly MachineName[];

  constructor(scope: Construct, id: string, platform: Platform, { functions }: { functions: StepFunctions }) {
    super(scope, id);
    const started = (name: MachineName) => this.get(name);
    const all = machines(deadlinesOf(platform.config));
    this.roots = all.map(({ name }) => name).filter((name) => !all.some((it) => it.children.includes(name)));
    // One log group for all: an order runs through several machines.
    const logGroup = new ServiceLogGroup(this, 'Logs', platform, `/aws/vendedlogs/states/${platform.config.stage}`);
    for (const machine of all) {
      const workflow = new Workflow(this, machine.name, platform, { machine, functions, started, logGroup });
      this.made.set(machine.name, workflow.machine);
    }
  }

  get(name: MachineName): StateMachine {
    const machine = this.made.get(name);
    if (!machine) throw new Error(`${name} has to be listed before the machines that start it`);
    return machine;
  }
}

type Props = {
  machine: Machine;
  functions: StepFunctions;
  started: (name: MachineName) => IStateMachine;
  logGroup: ILogGroup;
};

/** A state machine with logs and traces. Execution data is not logged, because it holds task tokens. */
class Workflow extends Construct {
  readonly machine: StateMachine;

  constructor(
    scope: Construct,
    id: string,
    platform: Platform,
    { machine, functions, started, logGroup: destination }: Props,
  ) {
    super(scope, id);
    const stateMachineName = nameOf(platform, machine.name);
    const role = new MachineRole(this, 'Role', {
      functions: machine.backends.map((backend) => functions[backend]),
      children: machine.children.map((child) => nameOf(platform, child)),
    });
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName,
      definitionBody: DefinitionBody.fromChainable(machine.define(this, functions, started)),
      role: role.withoutPolicyUpdates(),
      queryLanguage: QueryLanguage.JSONATA,
      timeout: machine.timeout,
      logs: { destination, level: LogLevel.ALL, includeExecutionData: false },
      tracingEnabled: true,
    });
  }
}
