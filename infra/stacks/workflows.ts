import { Duration } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StepFunctions } from '#machines/_blocks/flow';
import { type MachineName, machines } from '#machines/registry';
import type { Platform } from '../constructs/platform.ts';
import { Workflow } from '../constructs/workflow.ts';

/** All state machines; children come before the machines that start them. */
export class Workflows extends Construct {
  readonly made = new Map<MachineName, StateMachine>();
  /** Those that no other machine starts. */
  readonly roots: readonly MachineName[];

  constructor(scope: Construct, id: string, platform: Platform, { functions }: { functions: StepFunctions }) {
    super(scope, id);
    const { bootstrapTimeoutSeconds, deletionTimeoutSeconds } = platform.config;
    const deadlines = {
      bootstrapTimeout: Duration.seconds(bootstrapTimeoutSeconds),
      deletionTimeout: Duration.seconds(deletionTimeoutSeconds),
    };
    const started = (name: MachineName) => this.get(name);
    const all = machines(deadlines);
    this.roots = all.map(({ name }) => name).filter((name) => !all.some((it) => it.children.includes(name)));
    for (const machine of all) {
      const workflow = new Workflow(this, machine.name, platform, { machine, functions, started });
      this.made.set(machine.name, workflow.machine);
    }
  }

  get(name: MachineName): StateMachine {
    const machine = this.made.get(name);
    if (!machine) throw new Error(`${name} is started by a machine that is listed before it`);
    return machine;
  }
}
