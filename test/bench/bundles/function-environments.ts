import { z } from 'zod';
import { textOf } from '#test/infra/asl';
import { synth } from '#test/infra/synth';

const deployed = z.object({
  Properties: z.object({
    FunctionName: z.string(),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  }),
});

/** What Lambda sets where it traces; the tracer's library is a part of a cold start. Nobody listens there. */
const LAMBDA_ENVIRONMENT = {
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_XRAY_DAEMON_ADDRESS: '127.0.0.1:2',
  AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR',
  LAMBDA_TASK_ROOT: '/var/task',
  _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
};

/** In the template it is a reference, and functions want an address. */
const KNOWN_AFTER_DEPLOYMENT = 'http://127.0.0.1:1';

/** The environment of each function by its bundle's name, as the stack sets it: a bundle that lacks a variable does not load. */
export function functionEnvironments(): Map<string, Record<string, string>> {
  const functions = Object.values(synth().findResources('AWS::Lambda::Function')).map((item) => deployed.parse(item));
  return new Map(
    functions.map(({ Properties: { FunctionName, Environment } }) => {
      const variables = Object.entries(Environment.Variables).map(([name, value]) => [name, textOf(value)]);
      const environment = { ...Object.fromEntries(variables), ...LAMBDA_ENVIRONMENT };
      return [FunctionName.replace(/^test-/, ''), { ...environment, PUBLIC_URL: KNOWN_AFTER_DEPLOYMENT }];
    }),
  );
}
