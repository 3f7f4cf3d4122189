import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '#infra/local/local-cloud';
import { undoStack } from '#infra/local/undo-stack';
import { type CloudAccess, cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { apisOf, startApi } from './apis.ts';
import { fillCatalog, fillOffer } from './catalog.ts';
import { keystoneUrl } from './config/shared-sections.ts';
import { writeConfigFiles } from './config-files.ts';
import { removeData, startDatabase } from './database.ts';
import { type Installation, passwordIn, seededMark } from './installation.ts';
import { startMessageQueue } from './message-queue.ts';
import { freePorts } from './ports.ts';
import { ensurePythonPackages } from './python-packages.ts';
import { untilReady } from './ready.ts';
import { makeSchemas } from './schemas.ts';
import { type ServiceGroup, startService, stopServices } from './service.ts';
import { ensureSystemPackages } from './system-packages.ts';
import { workersOf } from './workers.ts';

export interface OpenStackOptions {
  readonly home: string;
  readonly logDir: string;
  readonly firstPort?: number;
  readonly done: Progress;
  readonly signal: AbortSignal;
}

export interface RunningOpenStack {
  readonly access: CloudAccess;
  readonly installation: Installation;
  /** Stops all processes. It may be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts a real OpenStack on loopback, ready for the first server. Installs and fills it first, if needed.
 * @throws OperatorError for a problem that the operator can fix
 */
export async function startOpenStack(options: OpenStackOptions): Promise<RunningOpenStack> {
  const undo = undoStack();
  try {
    const installation = await install(options);
    /**
     * Groups are stopped in the reverse order of their start. So the services that a service needs for its shutdown are
     * still running at that time.
     */
    const newGroup = (): ServiceGroup => {
      const group = { installation, signal: options.signal, services: [] };
      undo.push(() => stopServices(group));
      return group;
    };
    const access = await start(installation, options, newGroup);
    return { access, installation, stop: undo.undo };
  } catch (error) {
    await undo.undo();
    throw error;
  }
}

async function install({ home, logDir, firstPort, done, signal }: OpenStackOptions): Promise<Installation> {
  const installed = await ensureSystemPackages({ logDir, signal });
  if (installed.length > 0) done(`apt-get has installed ${installed.join(' and ')}`);
  const { venv, isNew } = await ensurePythonPackages(home, { logDir, signal });
  if (isNew) done('OpenStack’s services are installed');
  return {
    ...{ home, logDir, password: passwordIn(home), ports: await freePorts(firstPort) },
    bin: join(venv, 'bin'),
    packaged: join(venv, 'etc'),
  };
}

async function start(
  installation: Installation,
  { done, signal }: OpenStackOptions,
  newGroup: () => ServiceGroup,
): Promise<CloudAccess> {
  const isFirst = !existsSync(seededMark(installation));
  if (isFirst) removeData(installation); // an interrupted first start may have left data
  writeConfigFiles(installation);
  await startDatabase(newGroup());
  await startMessageQueue(newGroup());
  done('database and message queue are up');
  if (isFirst) {
    await makeSchemas(installation, signal);
    done('the services’ tables are made');
  }
  const access = accessTo(installation);
  const { keystone, others } = apisOf(installation);
  const group = newGroup();
  await startApi(group, keystone);
  if (isFirst) await fillCatalog(await logInAsAdmin(access), installation);
  await Promise.all(others.map((api) => startApi(group, api)));
  done('Keystone, Glance, Placement, Neutron, Nova and Cinder answer');
  const workers = await Promise.all(workersOf(installation).map((worker) => startService(group, worker)));
  const admin = await logInAsAdmin(access);
  await untilReady(admin, workers, signal);
  if (isFirst) await fillOffer(admin);
  writeFileSync(seededMark(installation), '');
  done('OpenStack can make servers');
  return access;
}

const accessTo = (installation: Installation): CloudAccess =>
  cloudAccess.parse({
    auth_url: keystoneUrl(installation),
    region: 'RegionOne',
    admin: { username: 'admin', password: installation.password, project_name: 'admin' },
  });
