import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { readConfig } from './config.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { PaddockStack } from './stacks/paddock-stack.ts';

const app = new App();
/** Where `infra/build.ts` has put the bundles; a local cloud has them in a folder of its own. */
const functionsDir: string = app.node.tryGetContext('functionsDir') ?? 'dist/functions';
/** Source maps stay out of the packages: nothing there reads them. */
const bundle = (entry: string) =>
  Code.fromAsset(`${functionsDir}/${entry.replaceAll('/', '-')}`, { exclude: ['*.map'] });
const config = readConfig((field) => app.node.tryGetContext(field), process.env);
const { made } = new PaddockStack(app, { config, code: bundle });
new MonitoringStack(app, { config }, made);
app.synth();
