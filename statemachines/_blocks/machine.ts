import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable, IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { steps } from '#shared/contracts/steps';
import type { Deadlines } from '../deadlines.ts';
import type { MachineName } from '../machine-names.ts';

export type Backend = keyof typeof steps;
export type StepFunctions = Readonly<Record<Backend, IFunction>>;

/** A state machine that another state machine starts. `timeout` is the timeout of the started state machine. */
export type Started = { machine: IStateMachine; timeout: Duration };

/** A state machine. Its definition determines its rights and its timeout. */
export type Machine = {
  name: MachineName;
  define(parts: MachineParts): IChainable;
  /** The state machine's timeout. Set only if the waits in the definition do not determine it. */
  timeout?: Duration;
};

/** Extra time for retries of steps, because a backend may be down several times. */
const SLACK = Duration.hours(1);

type Given = {
  scope: Construct;
  functions: StepFunctions;
  deadlines: Deadlines;
  started: (name: MachineName) => Started;
};

/** The parts from which a definition is built. The object records which parts the definition has used. */
export class MachineParts {
  readonly scope: Construct;
  readonly deadlines: Deadlines;
  /** Backends whose steps the state machine runs. `children` are the state machines that the state machine starts. */
  readonly backends = new Set<Backend>();
  readonly children = new Set<MachineName>();
  private readonly waits: Duration[] = [];
  private readonly given: Given;

  constructor(given: Given) {
    this.scope = given.scope;
    this.deadlines = given.deadlines;
    this.given = given;
  }

  functionOf(backend: Backend): IFunction {
    this.backends.add(backend);
    return this.given.functions[backend];
  }

  started(name: MachineName): Started {
    this.children.add(name);
    const started = this.given.started(name);
    this.waits.push(started.timeout);
    return started;
  }

  /** Adds the longest wait of a state, in seconds, to the timeout of the state machine. */
  waitsFor(seconds: number): void {
    this.waits.push(Duration.seconds(seconds));
  }

  /**
   * The state machine's timeout. It is longer than all waits together, so that a wait ends first, with an error that
   * says why.
   */
  timeout(): Duration {
    return this.waits.reduce((sum, wait) => sum.plus(wait), SLACK);
  }
}

export type Built = { chain: IChainable; parts: MachineParts; timeout: Duration };

/** Builds the states of a state machine, and records what they use. */
export function build({ define, timeout }: Machine, given: Given): Built {
  const parts = new MachineParts(given);
  const chain = define(parts);
  return { chain, parts, timeout: timeout ?? parts.timeout() };
}
