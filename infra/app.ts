import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { readConfig } from './config.ts';
import { PaddockStack } from './stacks/paddock-stack.ts';

/** Source maps stay out of the packages: nothing there reads them. */
const bundle = (entry: string) =>
  Code.fromAsset(`dist/functions/${entry.replaceAll('/', '-')}`, { exclude: ['*.map'] });

const app = new App();
const config = readConfig((field) => app.node.tryGetContext(field), process.env);
new PaddockStack(app, { config, code: bundle });
app.synth();
