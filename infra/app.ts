import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { readConfig } from './config.ts';
import { PaddockStack } from './stacks/paddock-stack.ts';

/** Source maps stay out of the packages: nothing there reads them. */
const bundle = (entry: string) =>
  Code.fromAsset(`dist/functions/${entry.replaceAll('/', '-')}`, { exclude: ['*.map'] });

const app = new App();
new PaddockStack(app, { config: readConfig(process.env), code: bundle });
app.synth();
