import { type Duration, Stack } from 'aws-cdk-lib';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, QueryLanguage, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { build, type Machine, type Started, type StepFunctions } from '#machines/_blocks/machine';
import type { Deadlines } from '#machines/deadlines';
import { MACHINE_NAMES, type MachineName } from '#machines/machine-names';
import { makeMachines } from '#machines/registry';
import type { Config } from '../config.ts';
import { nameOf, type Platform } from '../constructs/platform.ts';
import { MachineRole } from '../constructs/roles.ts';
import { ServiceLogGroup } from '../constructs/service-function.ts';

const deadlinesOf = (config: Config): Deadlines => ({
  rancherId: config.rancherIdTimeoutSeconds,
  firstNodes: config.firstNodesTimeoutSeconds,
  furtherNodes: config.furtherNodesTimeoutSeconds,
  clusterActive: config.clusterActiveTimeoutSeconds,
  poolsReady: config.poolsReadyTimeoutSeconds,
  poolsChanged: config.poolsChangedTimeoutSeconds,
  poolsGone: config.poolsGoneTimeoutSeconds,
  machinesReady: config.machinesReadyTimeoutSeconds,
  machinesGone: config.machinesGoneTimeoutSeconds,
  credentialTaken: config.credentialTakenTimeoutSeconds,
  serversGone: config.serversGoneTimeoutSeconds,
  leftoversGone: config.leftoversGoneTimeoutSeconds,
  clusterGone: config.clusterGoneTimeoutSeconds,
  loadBalancersActive: config.loadBalancersActiveTimeoutSeconds,
  tenantsEmpty: config.tenantsEmptyTimeoutSeconds,
  upgradeStarted: config.upgradeStartedTimeoutSeconds,
  nodesUpgraded: config.nodesUpgradedTimeoutSeconds,
  certificatesRotated: config.certificatesRotatedTimeoutSeconds,
  operationEnded: config.operationEndedTimeoutSeconds,
  serversStopped: config.serversStoppedTimeoutSeconds,
  nodesAwake: config.nodesAwakeTimeoutSeconds,
  appDeployed: config.appDeployedTimeoutSeconds,
  projectGone: config.projectGoneTimeoutSeconds,
  appGone: config.appGoneTimeoutSeconds,
});

export class StateMachines extends Construct {
  private readonly made: ReadonlyMap<MachineName, Workflow>;

  constructor(scope: Construct, id: string, platform: Platform, { functions }: { functions: StepFunctions }) {
    super(scope, id);
    const deadlines = deadlinesOf(platform.config);
    // All state machines share one log group, because one order runs through several state machines.
    const logGroup = new ServiceLogGroup(this, 'Logs', platform, `/aws/vendedlogs/states/${platform.config.stage}`);
    this.made = makeMachines<Workflow>((machine, started) => {
      return new Workflow(this, machine.name, platform, { machine, functions, deadlines, started, logGroup });
    });
  }

  get roots(): MachineName[] {
    const children = new Set([...this.made.values()].flatMap((it) => [...it.children]));
    return MACHINE_NAMES.filter((name) => !children.has(name));
  }

  get(name: MachineName): StateMachine {
    const workflow = this.made.get(name);
    if (!workflow) throw new Error(`${name} is not a state machine of this stage`);
    return workflow.machine;
  }

  /** ARNs of state machines by name, as the JSON text of an environment variable. */
  arns(...names: readonly MachineName[]): string {
    const all = Object.fromEntries(names.map((name) => [name, this.get(name).stateMachineArn]));
    return Stack.of(this).toJsonString(all);
  }
}

type Props = {
  machine: Machine;
  functions: StepFunctions;
  deadlines: Deadlines;
  started: (name: MachineName) => Started;
  logGroup: ILogGroup;
};

/**
 * A state machine with logs and traces. Logs do not include the data of executions, because the data contains task
 * tokens.
 */
class Workflow extends Construct {
  readonly machine: StateMachine;
  readonly timeout: Duration;
  readonly children: ReadonlySet<MachineName>;

  constructor(scope: Construct, id: string, platform: Platform, props: Props) {
    super(scope, id);
    const { functions, deadlines, started } = props;
    const { chain, parts, timeout } = build(props.machine, { scope: this, functions, deadlines, started });
    const role = new MachineRole(this, 'Role', {
      functions: [...parts.backends].map((backend) => functions[backend]),
      children: [...parts.children].map((child) => nameOf(platform, child)),
    });
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName: nameOf(platform, props.machine.name),
      definitionBody: DefinitionBody.fromChainable(chain),
      role: role.withoutPolicyUpdates(),
      queryLanguage: QueryLanguage.JSONATA,
      timeout,
      logs: { destination: props.logGroup, level: LogLevel.ALL, includeExecutionData: false },
      tracingEnabled: true,
    });
    this.timeout = timeout;
    this.children = parts.children;
  }
}
