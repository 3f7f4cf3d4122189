import { z } from 'zod';
import { functionOf } from '#functions/api/api-routes';
import { textOf } from './asl.ts';
import { synth } from './synth.ts';

const deployed = z.object({
  Properties: z.object({
    FunctionName: z.string(),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  }),
});

/**
 * The variables that Lambda sets when tracing is on. They are included because loading the tracer is part of a cold
 * start. Nothing listens at the address of the X-Ray daemon.
 */
const LAMBDA_ENVIRONMENT = {
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_XRAY_DAEMON_ADDRESS: '127.0.0.1:2',
  AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR',
  LAMBDA_TASK_ROOT: '/var/task',
  _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
};

/**
 * The public address of the installation. Without this setting, the template would contain references to the gateway,
 * and the functions would get logical ids in place of an address. Nothing listens at this address.
 */
const PUBLIC_URL = 'http://127.0.0.1:1';

let environments: Map<string, Record<string, string>> | undefined;

function environmentsOfStage(): Map<string, Record<string, string>> {
  const template = synth({ PADDOCK_PUBLIC_URL: PUBLIC_URL });
  const functions = Object.values(template.findResources('AWS::Lambda::Function')).map((item) => deployed.parse(item));
  return new Map(
    functions.map(({ Properties: { FunctionName, Environment } }) => {
      const variables = Object.entries(Environment.Variables).map(([name, value]) => [name, textOf(value)]);
      return [FunctionName.replace(/^test-/, ''), { ...Object.fromEntries(variables), ...LAMBDA_ENVIRONMENT }];
    }),
  );
}

/**
 * The environment that the stack sets for a function, by the name of the function's bundle. Code that runs a bundle
 * outside a deployment uses this environment, so a new variable is set in one place.
 * @throws Error if the stack has no function for this bundle
 */
export function functionEnvironment(bundle: string): Record<string, string> {
  environments ??= environmentsOfStage();
  const found = environments.get(bundle);
  if (found === undefined) throw new Error(`${bundle} is bundled, but no function of the stack`);
  return found;
}

/** The bundle of the function that serves a path of the API, e.g. `/api/rancher-clusters`. */
export function bundleOfRoute(path: string): string {
  const entry = functionOf(path);
  if (entry === undefined) throw new Error(`no function answers below ${path}`);
  return entry.replaceAll('/', '-');
}
