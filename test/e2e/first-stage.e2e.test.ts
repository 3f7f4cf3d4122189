import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOfStage, ROOT } from '#infra/config/stage-file';
import { LOCAL_ACCOUNT, LOCAL_REGION, localAwsEnvironment } from '#infra/local/emulator/aws-environment';
import { localLogDir } from '#infra/local/local-settings';
import { type RunningProcess, startProcess } from '#infra/local/processes';
import { until } from '#infra/local/until';
import { aBrowser } from '#test/contracts/keycloak/browser';
import { inboxAt } from '#test/network/mail-simulator';
import { backendsAtRest, LETS_GO, stateOfBackends } from './_worlds/backends.ts';
import { type EmptyStage, startEmptyStage } from './_worlds/empty-stage.ts';
import { isRunnable, scriptOfPage } from './_worlds/page-script.ts';
import { signInWithBrowser } from './access/sign-in.ts';

const STAGE = 'first';
/** The same delays as in the suite's own clouds: machines pass through every state, and waits are short. */
const DELAYS = {
  openstack: { serverBuild: 300, serverDelete: 200 },
  rancher: { pace: 0.05 },
  'vm-runner': { boot: 300 },
};
/** The time limit of the test on a machine with two busy cores. An idle machine needs half of this time. */
const PATIENCE_MS = 560_000;
const logDir = localLogDir('first-stage');

let world: EmptyStage;
let shell: RunningProcess | undefined;
beforeAll(async () => {
  world = await startEmptyStage({ logDir, delays: DELAYS, waitScale: 0.2 });
}, 120_000);
afterAll(async () => {
  await shell?.stop();
  await world.stop();
  await rm(pathOfStage(STAGE), { force: true });
});

function readersOwn({ emulator, simulators, domain, folder }: EmptyStage): NodeJS.ProcessEnv {
  const { rancher, openstack, keycloak, mail } = simulators;
  const { id, application_credential_id, application_credential_secret } = openstack.projects.demo;
  return {
    ...localAwsEnvironment(emulator.url),
    ...{ CDK_DEFAULT_ACCOUNT: LOCAL_ACCOUNT, CDK_DEFAULT_REGION: LOCAL_REGION },
    // the concurrency of each step function; the emulator runs one process for each concurrent invocation
    PADDOCK_STEP_CONCURRENCY: '3',
    TMPDIR: folder,
    STAGE,
    PUBLIC_URL: domain.url,
    OIDC_ISSUER: `${keycloak.url}/realms/paddock`,
    SMTP_URL: mail.smtp,
    ...{ RANCHER_URL: rancher.url, RANCHER_ACCESS_KEY: rancher.access_key, RANCHER_SECRET_KEY: rancher.secret_key },
    ...{ KEYSTONE_URL: openstack.auth_url, OPENSTACK_USERNAME: openstack.admin.username },
    OPENSTACK_PASSWORD: openstack.admin.password,
    ...{ TENANT_ID: id, TENANT_CREDENTIAL_ID: application_credential_id },
    TENANT_CREDENTIAL_SECRET: application_credential_secret,
  };
}

/** Each user's password is the username. */
const typed = (username: string) => ({ username, password: username });

async function letTerminalIn(address: string, username: string): Promise<void> {
  const browser = aBrowser();
  await browser.submit(await browser.submit(await browser.open(address), typed(username)), { accept: 'Yes' });
}

/**
 * The invited person opens the link in the e-mail and signs in. Then the person accepts the invitation with the same
 * request as the button on the page.
 */
async function acceptInvitation({ simulators, domain }: EmptyStage, username: string): Promise<void> {
  const tooLate = `No invitation has come to ${username}.`;
  const mail = await until({ tooLate, timeoutMs: PATIENCE_MS }, async () =>
    (await inboxAt(simulators.mail.url)).find(({ to }) => to.includes(`${username}@example.org`)),
  );
  const [link = ''] = /http\S+\/accept\/#\S+/.exec(mail.text) ?? [];
  const { pathname, hash } = new URL(link);
  const page = await fetch(`${domain.url}${pathname}`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('Accept the invitation');
  const { browser } = await signInWithBrowser(domain.url, username);
  const answer = await fetch(`${domain.url}${pathname}`, {
    method: 'POST',
    headers: { cookie: browser.cookie(), origin: domain.url, 'content-type': 'application/json' },
    body: JSON.stringify({ token: hash.slice(1) }),
  });
  expect(answer.status).toBe(200);
}

/**
 * Does the work outside the shell: points the domain at the API, and acts as people in their browsers. A failure ends
 * the script.
 */
function playTheOthers(script: RunningProcess): { lines: string[]; failures: unknown[] } {
  const lines: string[] = [];
  const failures: unknown[] = [];
  const people = ['mia', 'olga'];
  const play = (part: Promise<void>): void =>
    void part.catch((error: unknown) => {
      failures.push(error);
      void script.stop();
    });
  script.onLine((line) => {
    lines.push(line);
    const [, apiId] = /^ApiId: (\S+)$/.exec(line) ?? [];
    if (apiId) world.domain.forwardTo({ emulatorUrl: world.emulator.url, apiId });
    const [, address] = /^Sign in at (\S+)$/.exec(line) ?? [];
    if (address) play(letTerminalIn(address, people.shift() ?? 'nobody'));
  });
  play(acceptInvitation(world, 'olga'));
  return { lines, failures };
}

test.runIf(isRunnable)(
  'an operator who runs the page as it is written gets from an AWS without a stage to clusters of both kinds, and leaves nothing',
  async () => {
    const { script, byHand } = await scriptOfPage('first-stage');
    expect(byHand).toEqual([
      'it replaces node_modules, and an AWS account is made ready once for all stages in a region.',
      'an emulator keeps alarms and does not evaluate them.',
      'secrets were made at run time and stay; remove the ones that are listed, here those of the stage that is gone.',
    ]);
    const { simulators } = world;
    const { rancher, vault, keycloak, argocd, openstack } = simulators;
    const backends = {
      ...{ rancher: rancher.url, vault: vault.url, keycloak: keycloak.url, argocd: argocd.url },
      openstack: { demo: openstack.url },
    };
    const before = await backendsAtRest(backends);
    shell = await startProcess({
      name: 'the page',
      command: 'bash',
      args: ['-euo', 'pipefail', '-c', script],
      env: readersOwn(world),
      cwd: ROOT,
      logFile: join(logDir, 'page.log'),
    });
    const { lines, failures } = playTheOthers(shell);
    const code = await shell.exited;
    expect({ code, failures, end: code === 0 ? '' : shell.output() }).toEqual({ code: 0, failures: [], end: '' });
    const said = lines.join('\n');
    const rolesOf = (name: string) => {
      const [, shown = ''] = new RegExp(`"name": "${name}",\\s+"state": "OK",(.*?)\\n\\}`, 's').exec(said) ?? [];
      return [...shown.matchAll(/"role": "(server|agent)",\s+"state": "OK"/g)].map(([, role]) => role).sort();
    };
    expect(said).toContain('{"name":"research-1","state":"Terminated"}');
    expect(rolesOf('k8s-research-2')).toEqual(['agent', 'server', 'server', 'server']);
    await expect.poll(() => stateOfBackends(backends), LETS_GO).toEqual(before);
  },
  PATIENCE_MS,
);
