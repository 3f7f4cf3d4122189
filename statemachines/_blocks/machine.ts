import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable, IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { steps } from '#shared/contracts/steps';
import type { Deadlines } from '../deadlines.ts';
import type { MachineName } from '../machine-names.ts';

export type Backend = keyof typeof steps;
/** The step Lambdas, one per backend. */
export type StepFunctions = Readonly<Record<Backend, IFunction>>;

/** A machine that another one starts, and when it ends by itself. */
export type Started = { machine: IStateMachine; timeout: Duration };

/** A state machine, declared once: its rights and its timeout follow from what its definition uses. */
export type Machine = {
  name: MachineName;
  define(parts: MachineParts): IChainable;
  /** Only where the definition's own waits do not say it. */
  timeout?: Duration;
};

/** For retries of its steps while a backend comes and goes. */
const SLACK = Duration.hours(1);

type Given = {
  scope: Construct;
  functions: StepFunctions;
  deadlines: Deadlines;
  started: (name: MachineName) => Started;
};

/** What a definition is built from. It keeps what was used. */
export class MachineParts {
  readonly scope: Construct;
  readonly deadlines: Deadlines;
  /** Backends whose steps it calls, and machines that it starts. */
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

  /** A state of it waits for so long at most. */
  waitsFor(seconds: number): void {
    this.waits.push(Duration.seconds(seconds));
  }

  /** Longer than all its waits together, so that what ends them says why. */
  timeout(): Duration {
    return this.waits.reduce((sum, wait) => sum.plus(wait), SLACK);
  }
}

export type Built = { chain: IChainable; parts: MachineParts; timeout: Duration };

/** A machine's states, and what follows from them. */
export function build({ define, timeout }: Machine, given: Given): Built {
  const parts = new MachineParts(given);
  const chain = define(parts);
  return { chain, parts, timeout: timeout ?? parts.timeout() };
}
