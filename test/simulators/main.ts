import { serveSimulator } from './_kit/serve-simulator.ts';
import { type SimulatorArguments, simulatorArguments } from './_kit/simulator-arguments.ts';
import { type SimulatorDefinition, UsageError } from './_kit/simulator-definition.ts';

const available = ['rancher', 'openstack', 'vault', 'keycloak', 'argocd', 'cluster-api', 'mail', 'vm-runner'];

/** The export of `test/simulators/<name>.ts`: a function that takes the simulator's flags and returns the simulator. */
interface SimulatorModule {
  simulator(args: string[]): SimulatorDefinition | Promise<SimulatorDefinition>;
}

try {
  await run(simulatorArguments(process.argv.slice(2), available));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof UsageError ? 2 : 1);
}

async function run({ name, port, exitWithParent, rest }: SimulatorArguments): Promise<void> {
  const { simulator }: SimulatorModule = await import(`./${name}.ts`);
  const definition = await simulator(rest);
  const { url, httpsUrl, close } = await serveSimulator(definition, { port });
  const stop = () => void close().finally(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  if (exitWithParent) process.stdin.once('end', stop).once('close', stop).resume();
  console.log(JSON.stringify({ name: definition.name, url, https_url: httpsUrl, ...definition.credentials(url) }));
}
