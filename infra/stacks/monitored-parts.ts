import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { AnyTable } from '../constructs/single-table.ts';

export type Observed = {
  /** All functions of the stage. The key is the function's folder, such as `api/records`. */
  functions: ReadonlyMap<string, IFunction>;
  /** The two functions that read the tables' streams. */
  dispatcher: IFunction;
  eventPublisher: IFunction;
  machines: ReadonlyMap<string, IStateMachine>;
  /** Names of the top-level state machines. No other state machine starts them. */
  roots: readonly string[];
  table: AnyTable;
  auditTable: AnyTable;
  deadLetters: IQueue;
  api: HttpApi;
};

/** A graph of the dashboard: its title, metrics on the left axis, and metrics on the right axis. */
export type Graph = readonly [title: string, left: readonly IMetric[], right?: readonly IMetric[]];
