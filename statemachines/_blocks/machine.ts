import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable, IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { steps } from '#shared/contracts/steps';
import type { Deadlines } from '../deadlines.ts';
import type { MachineName } from '../machine-names.ts';

export type Backend = keyof typeof steps;
/** The Lambda of each backend, which runs the backend's steps. */
export type StepFunctions = Readonly<Record<Backend, IFunction>>;

/** A state machine that another one starts, and its timeout. */
export type Started = { machine: IStateMachine; timeout: Duration };

/** A state machine. Its rights and its timeout follow from its definition. */
export type Machine = {
  name: MachineName;
  define(parts: MachineParts): IChainable;
  /** Set only when the timeout does not follow from the waits of the definition. */
  timeout?: Duration;
};

/** Time for the retries of steps, in addition to the waits. A backend may be unavailable several times. */
const SLACK = Duration.hours(1);

type Given = {
  scope: Construct;
  functions: StepFunctions;
  deadlines: Deadlines;
  started: (name: MachineName) => Started;
};

/** The parts from which a definition is built. The object records which of them the definition has used. */
export class MachineParts {
  readonly scope: Construct;
  readonly deadlines: Deadlines;
  /** Backends whose steps the state machine calls, and state machines that it starts. */
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

  /** Records that a state waits this number of seconds at most. */
  waitsFor(seconds: number): void {
    this.waits.push(Duration.seconds(seconds));
  }

  /**
   * The state machine's timeout. It is longer than all waits together, so that a wait ends first, with its own reason.
   */
  timeout(): Duration {
    return this.waits.reduce((sum, wait) => sum.plus(wait), SLACK);
  }
}

export type Built = { chain: IChainable; parts: MachineParts; timeout: Duration };

/** Builds the states of a state machine, and collects which parts they use. */
export function build({ define, timeout }: Machine, given: Given): Built {
  const parts = new MachineParts(given);
  const chain = define(parts);
  return { chain, parts, timeout: timeout ?? parts.timeout() };
}
