import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';
import { type RunningProcess, startProcess } from './processes.ts';

const MAIN = fileURLToPath(new URL('../../test/simulators/main.ts', import.meta.url));
const START_TIMEOUT_MS = 20_000;

const project = z.object({
  id: z.string(),
  application_credential_id: z.string(),
  application_credential_secret: z.string(),
});
/**
 * Schemas of the line that each simulator prints once it listens. The schemas contain only the fields that local
 * commands use.
 */
export const announcements = {
  rancher: z.object({ url: z.string(), access_key: z.string(), secret_key: z.string() }),
  openstack: z.object({
    url: z.string(),
    auth_url: z.string(),
    region: z.string(),
    admin: z.object({
      username: z.string(),
      password: z.string(),
      user_domain_name: z.string(),
      project_name: z.string(),
    }),
    projects: z.object({ demo: project, other: project }),
  }),
  vault: z.object({ url: z.string(), root_token: z.string() }),
  keycloak: z.object({
    url: z.string(),
    admin: z.object({ username: z.string(), password: z.string(), realm: z.string() }),
  }),
  argocd: z.object({ url: z.string(), kubeconfig: z.string(), namespace: z.string() }),
  mail: z.object({ url: z.string(), smtp: z.string() }),
  'cluster-api': z.looseObject({ url: z.string() }),
  'vm-runner': z.object({ url: z.string() }),
};
/**
 * Users of the realm `paddock`. The first five are the people of the sample data. Each user's password is the user
 * name.
 */
const KEYCLOAK_USERS = [
  'operator:Stella:Staff',
  'owner:Olga:Owner',
  'manager:Mia:Manager',
  'member:Milo:Member',
  'outsider:Otto:Outsider',
  // Paddock does not know the following users until their first sign-in.
  'olga:Olga:Owner',
  'mia:Mia:Manager',
  'milo:Milo:Member',
  'otto:Otto:Outsider',
];
type SimulatorName = keyof typeof announcements;
export type RancherSimulator = z.infer<typeof announcements.rancher>;
export type OpenStackSimulator = z.infer<typeof announcements.openstack>;

export interface Simulators {
  readonly rancher: RancherSimulator;
  readonly openstack: OpenStackSimulator;
  readonly vault: z.infer<typeof announcements.vault>;
  readonly keycloak: z.infer<typeof announcements.keycloak>;
  readonly argocd: z.infer<typeof announcements.argocd>;
  /** A mail server. `smtp` is the address that receives e-mails. Tests read the e-mails at `url`. */
  readonly mail: z.infer<typeof announcements.mail>;
  readonly vmRunner: z.infer<(typeof announcements)['vm-runner']>;
  stop(): Promise<void>;
}

/** Delays in milliseconds, by simulator and by the name that `GET /_sim/delays` shows. */
export type SimulatorDelays = Partial<Record<SimulatorName, Record<string, number>>>;

export interface SimulatorOptions {
  readonly logDir: string;
  readonly delays?: SimulatorDelays;
}

/**
 * Makes functions that start and stop several programs together. If one program does not start, all programs are
 * stopped.
 */
function starter({ logDir, delays = {} }: SimulatorOptions) {
  const started: RunningProcess[] = [];
  const stop = async () => void (await Promise.all(started.map((process) => process.stop())));
  const start = async <T extends { url: string }>(
    name: SimulatorName,
    schema: z.ZodType<T>,
    flags: string[] = [],
    log: string = name,
  ): Promise<T> => {
    const child = await launch(name, flags, join(logDir, `${log}.log`));
    started.push(child);
    const announced = schema.parse(JSON.parse(await firstLine(child)));
    await setDelays(announced.url, delays[name]);
    return announced;
  };
  const orStop = async <T>(starting: Promise<T>): Promise<T> => {
    try {
      return await starting;
    } catch (error) {
      await stop();
      throw error;
    }
  };
  return { start, stop, orStop };
}

/**
 * Starts one simulator of each backend, the program that boots the cloud's machines, and a mail server. For Argo CD,
 * the simulated backend is the API server of the cluster in which Argo CD runs. Each program has a free port.
 * @throws OperatorError when a program does not start
 */
export async function startSimulators(options: SimulatorOptions): Promise<Simulators> {
  const { start, stop, orStop } = starter(options);
  const begin = async () => {
    const [rancher, openstack, vault, keycloak, argocd, mail] = await Promise.all([
      start('rancher', announcements.rancher),
      start('openstack', announcements.openstack),
      start('vault', announcements.vault),
      start(
        'keycloak',
        announcements.keycloak,
        KEYCLOAK_USERS.flatMap((user) => ['--user', user]),
      ),
      start('argocd', announcements.argocd),
      start('mail', announcements.mail),
    ]);
    const vmRunner = await start('vm-runner', announcements['vm-runner'], vmRunnerFlags(openstack));
    return { rancher, openstack, vault, keycloak, argocd, mail, vmRunner, stop };
  };
  return orStop(begin());
}

/** One more Rancher, and more clouds by name. Each cloud has its own program that boots machines. */
export type FurtherSimulators = {
  rancher: RancherSimulator;
  clouds: Record<string, OpenStackSimulator>;
  stop(): Promise<void>;
};

/**
 * Starts one more Rancher and more clouds.
 * @throws OperatorError when a program does not start
 */
export async function startFurtherClouds(
  names: readonly string[],
  options: SimulatorOptions,
): Promise<FurtherSimulators> {
  const { start, stop, orStop } = starter(options);
  const startCloud = async (name: string) => {
    const log = name.toLowerCase().replaceAll(' ', '-');
    const cloud = await start('openstack', announcements.openstack, ['--name', name], `openstack-${log}`);
    await start('vm-runner', announcements['vm-runner'], vmRunnerFlags(cloud), `vm-runner-${log}`);
    return [name, cloud] as const;
  };
  const begin = async () => {
    const [rancher, ...clouds] = await Promise.all([
      start('rancher', announcements.rancher, [], 'rancher-managed'),
      ...names.map(startCloud),
    ]);
    return { rancher, clouds: Object.fromEntries(clouds), stop };
  };
  return orStop(begin());
}

/**
 * Starts a simulated management cluster of Cluster API. Returns the line that the simulator printed, which contains the
 * simulator's address and token.
 * @throws OperatorError when the simulator does not start
 */
export async function startManagement(options: SimulatorOptions) {
  const { start, stop, orStop } = starter(options);
  return { printed: await orStop(start('cluster-api', announcements['cluster-api'])), stop };
}

/** Command-line flags of the program that boots machines. They contain the cloud's address and account. */
export function vmRunnerFlags({ auth_url, admin }: Pick<OpenStackSimulator, 'auth_url' | 'admin'>): string[] {
  const account = ['--username', admin.username, '--password', admin.password, '--project', admin.project_name];
  return ['--openstack', auth_url, ...account];
}

function launch(name: SimulatorName, flags: string[], logFile: string): Promise<RunningProcess> {
  return startProcess({
    name: `the ${name} simulator`,
    command: process.execPath,
    args: [MAIN, name, '--port', '0', '--exit-with-parent', ...flags],
    logFile,
  });
}

function firstLine(child: RunningProcess): Promise<string> {
  const failed = (how: string) => new OperatorError(`${child.name.replace('the', 'The')} ${how}: see ${child.logFile}`);
  return Promise.race([
    new Promise<string>((resolve) => child.onLine(resolve)),
    child.exited.then((code) => Promise.reject(failed(`stopped while it was starting (${code})`))),
    sleep(START_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(failed('did not come up'))),
  ]);
}

async function setDelays(url: string, delays: Record<string, number> | undefined): Promise<void> {
  if (!delays) return;
  const response = await fetch(`${url}/_sim/delays`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(delays),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`${url}/_sim/delays answered ${response.status}: ${await response.text()}`);
}
