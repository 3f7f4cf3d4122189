import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { App } from 'aws-cdk-lib';
import { z } from 'zod';
import { pythonVenv } from '#infra/local/emulator/python-venv';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { stageStacks } from '../synth.ts';

/**
 * `npm run check:templates` runs cfn-lint on two sets of templates: a stage without settings, and a stage with every
 * setting that changes templates.
 */
const STAGES: Readonly<Record<string, Record<string, string>>> = {
  usual: {},
  'all-set': {
    PADDOCK_SUBNET_IDS: 'subnet-0a1b2c3d,subnet-1a2b3c4d',
    PADDOCK_SECURITY_GROUP_IDS: 'sg-0a1b2c3d',
    PADDOCK_CA_BUNDLE_LAYER_ARN: 'arn:aws:lambda:us-east-1:000000000000:layer:ca:1',
    PADDOCK_HTTPS_PROXY: 'http://proxy.example.org:3128',
    PADDOCK_DOMAIN_NAME: 'paddock.example.org',
    PADDOCK_CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000',
    PADDOCK_TAGS: '{"cost-center": "4711"}',
    PADDOCK_MAIL_FROM: 'paddock@example.org',
    PADDOCK_ALARM_EMAIL: 'operators@example.org',
    PADDOCK_STEP_CONCURRENCY: '20',
    PADDOCK_CONSOLE: 'true',
  },
};
/**
 * W3005 reports a `DependsOn` that a reference already implies. The CDK writes both for the role of each function and
 * state machine.
 */
const IGNORED = 'W3005';
/**
 * The code of cfn-lint's script in `bin`. The script itself is not used, because it contains the path where the
 * environment was first created.
 */
const RUN = 'from cfnlint import runner; runner.main()';

const python = await pythonVenv(
  { what: 'cfn-lint', requirements: fileURLToPath(new URL('requirements.txt', import.meta.url)) },
  { home: localHome(), logDir: localLogDir('cfn-lint') },
);
const folder = mkdtempSync(join(tmpdir(), 'paddock-templates-'));
try {
  for (const [name, env] of Object.entries(STAGES)) {
    const app = new App({ outdir: join(folder, name), builtinCloudFormationValidation: false });
    stageStacks(env, app);
    app.synth();
  }
  const templates = await Array.fromAsync(glob(join(folder, '*', '*.template.json')));
  const args = ['-c', RUN, '--regions', 'us-east-1', '--ignore-checks', IGNORED, '--', ...templates];
  // cfn-lint exits with a code other than 0 if it has findings. It prints the findings on standard output.
  const found = await promisify(execFile)(python, args).catch((error: unknown) => {
    process.exitCode = 1;
    return z.object({ stdout: z.string(), stderr: z.string() }).parse(error);
  });
  process.stdout.write(`${found.stdout}${found.stderr}cfn-lint: ${templates.length} templates\n`);
} finally {
  rmSync(folder, { recursive: true });
}
