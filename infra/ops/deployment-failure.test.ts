import { expect, test } from 'vitest';
import { deploymentFailure } from './deployment-failure.ts';

test.each([
  "SSM parameter /cdk-bootstrap/hnb659fds/version not found in aws://0/eu-north-1. Has the environment been bootstrapped? Please run 'cdk bootstrap'",
  "No bucket named 'cdk-hnb659fds-assets-0-eu-north-1'. Is account 0 bootstrapped?",
  "This CDK deployment requires bootstrap stack version '6', found '3' in aws://0/eu-north-1. Please run 'cdk bootstrap'.",
  'Unable to fetch parameters [/cdk-bootstrap/hnb659fds/version] from parameter store for this account.',
])('an account that CDK has not prepared is recognised: %s', (line) => {
  expect(deploymentFailure(`Synthesis time: 3s\n\u001b[31m❌ ${line}\u001b[39m\n    at deploy (cli.js:1)\n`)).toContain(
    '`npx cdk bootstrap aws://<account>/<region>`',
  );
});

test('a resource that failed is the reason, not what the CLI says after it', () => {
  const output = `dev | 5/9 | 5:26:36 PM | CREATE_FAILED | AWS::IAM::Role | Other Resource creation cancelled
Failed resources:
dev | 5:26:37 PM | CREATE_FAILED           | AWS::Lambda::Function            | Api/api--clusters (Api2) The layer is not there.
❌  dev failed to deploy
   CloudTrail delivery can lag up to 15 minutes behind the failure; re-run \`cdk diagnose\`
`;
  expect(deploymentFailure(output)).toBe(
    'CREATE_FAILED AWS::Lambda::Function Api/api--clusters (Api2) The layer is not there',
  );
});

test('another failure is its last line that says something', () => {
  const output =
    'paddock-dev | 0/3 | CREATE_FAILED\n\u001b[31m❌  paddock-dev failed: The name is taken.\u001b[39m\n    at X (cli.js:2)\n}\n\nNode.js v24.21.0\n';
  expect(deploymentFailure(output)).toBe('❌  paddock-dev failed: The name is taken');
  expect(deploymentFailure('\n')).toBe('CDK printed nothing');
});

test('faults of the configuration are said in full', () => {
  const faults = 'The configuration is not valid (stage prod):\n  sessionHours is 30\n  alarmEmail is "x"';
  expect(deploymentFailure(`${faults}\nnode infra/app.ts: Subprocess exited with error 1\n`)).toBe(faults);
});
